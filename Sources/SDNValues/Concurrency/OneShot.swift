import HeraldLocks

/// A value that is set once and that any number of tasks may wait for.
package final class OneShot<Value: Sendable>: Sendable {
    private typealias Outcome = Result<Value, any Error>

    private enum State {
        case open(WaiterQueue<Outcome>)
        case fulfilled(Outcome)
    }
    private let state = Mutex(State.open(WaiterQueue()))

    package init() {}

    /// Sets the outcome. Only the first call has an effect.
    package func fulfil(_ outcome: Result<Value, any Error>) {
        let waiting = state.withLock { state -> [Waiter<Outcome>] in
            guard case .open(var queue) = state else { return [] }
            state = .fulfilled(outcome)
            return queue.popAll()
        }
        for waiter in waiting { waiter.resume(returning: outcome) }
    }

    /// Waits for the outcome.
    /// - Throws: the failure, or `CancellationError` when the waiting task is cancelled.
    package func value() async throws -> Value {
        let waiter = Waiter<Outcome>()
        state.withLock { state in
            switch state {
            case .fulfilled(let outcome): waiter.resume(returning: outcome)
            case .open(var queue):
                queue.add(waiter)
                state = .open(queue)
            }
        }
        let outcome = await waiter.wait(orWhenCancelled: .failure(CancellationError()))
        state.withLock { state in
            guard case .open(var queue) = state else { return }
            queue.remove(waiter)
            state = .open(queue)
        }
        return try outcome.get()
    }
}
