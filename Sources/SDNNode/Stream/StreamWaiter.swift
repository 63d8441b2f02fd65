import Synchronization

/// One long poll that waits for news of its user. It fires once. If it fires before the wait, the wait returns at once.
final class StreamWaiter: Sendable {
    private enum State {
        case idle
        case waiting(CheckedContinuation<Void, Never>)
        case fired
        case givenUp
    }

    let user: String
    private let state = Mutex(State.idle)

    /// The order of registration. A smaller number is older.
    let number: Int

    init(user: String, number: Int = 0) {
        self.user = user
        self.number = number
    }

    /// True if the poll must answer with the present state.
    var isGivenUp: Bool {
        state.withLock { state in
            if case .givenUp = state { return true }
            return false
        }
    }

    /// Ends the wait permanently.
    func giveUp() { end(.givenUp) }

    func fire() { end(.fired) }

    private func end(_ end: State) {
        let continuation: CheckedContinuation<Void, Never>? = state.withLock { state in
            if case .givenUp = state { return nil }
            defer { state = end }
            guard case .waiting(let continuation) = state else { return nil }
            return continuation
        }
        continuation?.resume()
    }

    /// Returns when the waiter fires, `deadline` has passed or the task is cancelled.
    func wait(until deadline: ContinuousClock.Instant) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.fired() }
            group.addTask { try? await Task.sleep(until: deadline, clock: .continuous) }
            await group.next()
            group.cancelAll()
        }
    }

    private func fired() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let alreadyFired = state.withLock { state in
                    switch state {
                    case .fired, .givenUp: return true
                    case .idle, .waiting: break
                    }
                    state = .waiting(continuation)
                    return false
                }
                if alreadyFired { continuation.resume() }
            }
        } onCancel: {
            fire()
        }
    }
}
