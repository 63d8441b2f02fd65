import Synchronization

/// Counts the calls that run at once, and their largest number.
package final class ConcurrentCalls: Sendable {
    private let state = Mutex((now: 0, most: 0))

    package init() {}

    package var most: Int { state.withLock(\.most) }

    package func enter() {
        state.withLock { state in
            state.now += 1
            state.most = max(state.most, state.now)
        }
    }

    package func leave() { state.withLock { $0.now -= 1 } }
}
