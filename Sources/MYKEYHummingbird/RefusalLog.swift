import Synchronization

/// Which refusals are logged: so many at once, and then one a second. Strangers can be refused without end, and a log is kept on a disk.
final class RefusalLog: Sendable {
    /// How many are logged at once.
    static let burst = 60

    private struct State {
        var left = RefusalLog.burst
        var filled = ContinuousClock.now
        var leftOut = 0
    }

    private let state = Mutex(State())

    /// Counts a refusal.
    /// - Returns: how many were left out since the last one that was logged; `nil` when this one is left out as well.
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
