/// The direction in which events are delivered (SDN sheet 4.3).
public enum MXTimelineDirection: UInt, Hashable, Sendable, CaseIterable {
    /// From older to newer events, such as events that arrive now.
    case forwards = 0
    /// From newer to older events, into the history.
    case backwards = 1
}
