import SDNValues

/// A pause that was requested and has not happened yet.
struct PendingPause: Sendable {
    /// Fulfilled with true when the pause may happen, and with false when it was cancelled.
    let decision = OneShot<Bool>()
    /// Fulfilled when the session is paused, or will not be.
    let end = OneShot<Void>()
    /// True when the pause is prevented. Syncing then continues.
    var isHeld: Bool
    /// The state that the session would have without it.
    var behind: MXSessionState
}
