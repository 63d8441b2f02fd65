/// A pause that was asked for and has not come about yet.
struct PendingPause: Sendable {
    /// Told whether the pause may go on, or was taken back.
    let decision = OneShot<Bool>()
    /// Told when the session is paused, or will not be.
    let end = OneShot<Void>()
    /// Whether somebody prevents it, so that syncing goes on meanwhile.
    var isHeld: Bool
    /// The state that the session would be in without it.
    var behind: MXSessionState
}
