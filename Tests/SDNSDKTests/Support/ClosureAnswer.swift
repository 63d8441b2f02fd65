import SDNSDK

/// The value that a closure form passes on.
func answer<T: Sendable>(_ call: (@escaping @Sendable (MXResponse<T>) -> Void) -> MXHTTPOperation) async throws -> T {
    try await withCheckedThrowingContinuation { continuation in _ = call { continuation.resume(with: $0) } }
}

/// The value that a form with two closures passes on.
func answer<T: Sendable>(
    _ call: (_ success: @escaping @Sendable (T) -> Void, _ failure: @escaping @Sendable (any Error) -> Void) ->
        MXHTTPOperation
) async throws -> T {
    try await withCheckedThrowingContinuation { continuation in
        _ = call({ continuation.resume(returning: $0) }, { continuation.resume(throwing: $0) })
    }
}

/// Returns when a form with two closures has succeeded.
func done(
    _ call: (_ success: @escaping @Sendable () -> Void, _ failure: @escaping @Sendable (any Error) -> Void) ->
        MXHTTPOperation
) async throws {
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
        _ = call({ continuation.resume() }, { continuation.resume(throwing: $0) })
    }
}
