import Synchronization

/// A place where tasks wait for each other. Without an expected number, nobody waits.
package final class Meeting: Sendable {
    private struct State {
        var missing = 0
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    package init() {}

    /// Lets the next tasks wait until this number of them has arrived.
    package func expect(_ count: Int) { state.withLock { $0.missing = count } }

    /// Returns when all expected tasks have arrived.
    package func arrive() async {
        await withCheckedContinuation { task in
            let released = state.withLock { state -> [CheckedContinuation<Void, Never>] in
                guard state.missing > 0 else { return [task] }
                state.missing -= 1
                state.waiting.append(task)
                guard state.missing == 0 else { return [] }
                defer { state.waiting = [] }
                return state.waiting
            }
            for one in released { one.resume() }
        }
    }
}
