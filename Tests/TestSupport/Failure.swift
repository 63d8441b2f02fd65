/// Returns the error that a body throws, or `nil` if it throws none.
package func failure(of body: () async throws -> some Any) async -> (any Error)? {
    do {
        _ = try await body()
        return nil
    } catch {
        return error
    }
}
