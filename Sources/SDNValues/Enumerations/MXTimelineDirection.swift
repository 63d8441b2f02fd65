/// The direction in which events are delivered (SDN sheet 4.3).
public enum MXTimelineDirection: UInt, Hashable, Sendable, CaseIterable {
    /// Towards now: new events.
    case forwards = 0
    /// Towards the beginning: the history.
    case backwards = 1
}
