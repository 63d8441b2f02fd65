import Synchronization

/// One long poll that waits for its user. Fires once; a fire before the wait is not forgotten.
final class StreamWaiter: Sendable {
    private enum State {
        case idle
        case waiting(CheckedContinuation<Void, Never>)
        case fired
    }

    let user: String
    private let state = Mutex(State.idle)

    init(user: String) { self.user = user }

    func fire() {
        let continuation: CheckedContinuation<Void, Never>? = state.withLock { state in
            defer { state = .fired }
            guard case .waiting(let continuation) = state else { return nil }
            return continuation
        }
        continuation?.resume()
    }

    /// Returns when fired, when `deadline` has passed or when the task is cancelled.
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
                    if case .fired = state { return true }
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
