/// Runs a body several times at once, and returns the results in no particular order.
/// - Parameter body: receives a number from 0.
/// - Throws: the first error of a body.
func atOnce<T: Sendable>(_ count: Int, _ body: @escaping @Sendable (Int) async throws -> T) async throws -> [T] {
    try await withThrowingTaskGroup(of: T.self) { group in
        for number in 0..<count { group.addTask { try await body(number) } }
        return try await group.reduce(into: []) { $0.append($1) }
    }
}
