import Synchronization

/// Limits the number of refusals in the log: a number at once, and then one per second. This is needed because strangers can cause any
/// number of refusals, and a log takes disk space.
package final class RefusalLog: Sendable {
    /// The number of refusals that are logged at once.
    static let burst = 60

    private struct State {
        var left = RefusalLog.burst
        var filled = ContinuousClock.now
        var leftOut = 0
    }

    private let state = Mutex(State())

    package init() {}

    /// Counts a refusal.
    /// - Returns: the number of refusals that were left out of the log since the last logged refusal, or `nil` if this refusal must be left
    ///   out too.
    func count(at now: ContinuousClock.Instant = .now) -> Int? {
        state.withLock { state in
            let seconds = Int(clamping: (now - state.filled).components.seconds)
            if seconds > 0 {
                state.left = seconds < Self.burst ? min(Self.burst, state.left + seconds) : Self.burst
                state.filled = now
            }
            guard state.left > 0 else {
                state.leftOut += 1
                return nil
            }
            state.left -= 1
            defer { state.leftOut = 0 }
            return state.leftOut
        }
    }
}
