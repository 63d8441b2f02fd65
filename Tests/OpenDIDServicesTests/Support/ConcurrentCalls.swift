import Synchronization

/// Counts how many calls are under way at once, and the most there were.
final class ConcurrentCalls: Sendable {
    private let state = Mutex((now: 0, most: 0))
    var most: Int { state.withLock(\.most) }
    func enter() {
        state.withLock { state in
            state.now += 1
            state.most = max(state.most, state.now)
        }
    }
    func leave() { state.withLock { $0.now -= 1 } }
}
