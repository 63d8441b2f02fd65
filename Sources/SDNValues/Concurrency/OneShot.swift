import Synchronization

/// A value that is set once and that any number of tasks may wait for.
package final class OneShot<Value: Sendable>: Sendable {
    private struct State {
        var outcome: Result<Value, any Error>?
        var lastWaiter = 0
        var waiting: [Int: CheckedContinuation<Value, any Error>] = [:]
        /// The waiters that were cancelled before they began to wait.
        var cancelled: Set<Int> = []
    }
    private let state = Mutex(State())

    package init() {}

    /// Sets the outcome. Only the first call has an effect.
    package func fulfil(_ outcome: Result<Value, any Error>) {
        let waiting = state.withLock { state -> [CheckedContinuation<Value, any Error>] in
            guard state.outcome == nil else { return [] }
            state.outcome = outcome
            defer { state.waiting = [:] }
            return Array(state.waiting.values)
        }
        for continuation in waiting { continuation.resume(with: outcome) }
    }

    /// Waits for the outcome.
    /// - Throws: the failure, or `CancellationError` when the waiting task is cancelled.
    package func value() async throws -> Value {
        let waiter = state.withLock { state in
            state.lastWaiter += 1
            return state.lastWaiter
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let ready = state.withLock { state -> Result<Value, any Error>? in
                    if let outcome = state.outcome { return outcome }
                    if state.cancelled.remove(waiter) != nil { return .failure(CancellationError()) }
                    state.waiting[waiter] = continuation
                    return nil
                }
                if let ready { continuation.resume(with: ready) }
            }
        } onCancel: {
            let continuation = state.withLock { state -> CheckedContinuation<Value, any Error>? in
                if let continuation = state.waiting.removeValue(forKey: waiter) { return continuation }
                if state.outcome == nil { state.cancelled.insert(waiter) }
                return nil
            }
            continuation?.resume(throwing: CancellationError())
        }
    }
}
