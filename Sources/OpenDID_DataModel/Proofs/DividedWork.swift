import Foundation

/// Divides independent curve operations among the processors. This saves time, because a credential has a signature for each claim and a
/// user waits until all are made or checked.
enum DividedWork {
    /// The smallest number of operations in one task. With fewer, starting the task takes more time than it saves.
    private static let leastPerTask = 3
    private static let processors = max(1, ProcessInfo.processInfo.activeProcessorCount)

    /// Runs `body` for several parts of `0..<count` at the same time.
    /// - Parameter body: returns the results of one part, in order.
    /// - Returns: the results of all parts, in order.
    /// - Throws: the error of the first part that failed.
    static func results<Element: Sendable, Failure: Error>(
        _ count: Int, _ body: @escaping @Sendable (Range<Int>) async throws(Failure) -> [Element]
    ) async throws(Failure) -> [Element] {
        let parts = max(1, min(processors, count / leastPerTask))
        guard parts > 1 else { return try await body(0..<count) }
        let bounds = (0...parts).map { $0 * count / parts }
        let results = await withTaskGroup(of: (part: Int, result: Result<[Element], Failure>).self) { group in
            for part in 1..<parts {
                group.addTask { (part, await result(of: bounds[part]..<bounds[part + 1], body)) }
            }
            // The calling task works on the first part itself instead of waiting for the other tasks. An executor may let a thread take the tasks that
            // it has started itself only after its present work; yielding lets other threads take them now.
            await Task.yield()
            let first = await result(of: bounds[0]..<bounds[1], body)
            return await group.reduce(into: [0: first]) { $0[$1.part] = $1.result }
        }
        var elements: [Element] = []
        for part in 0..<parts { elements += try results[part]?.get() ?? [] }
        return elements
    }

    private static func result<Element: Sendable, Failure: Error>(
        of part: Range<Int>, _ body: @Sendable (Range<Int>) async throws(Failure) -> [Element]
    ) async -> Result<[Element], Failure> {
        do throws(Failure) { return .success(try await body(part)) } catch { return .failure(error) }
    }
}
