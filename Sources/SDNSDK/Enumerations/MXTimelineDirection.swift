/// Which way events come (SDN sheet 4.3).
public enum MXTimelineDirection: UInt, Hashable, Sendable, CaseIterable {
    /// Towards now: what has just happened.
    case forwards = 0
    /// Towards the beginning: history.
    case backwards = 1
}
