/// The progress of sending an event (SDN sheet 5.7).
public enum MXEventSentState: UInt, Sendable, Hashable {
    /// The node has accepted the event.
    case sent
    /// The event waits in the outbox: other events are sent first, the node cannot be reached, or it answered with an error of its own.
    case preparing
    /// The request is being sent.
    case sending
    /// The node refused the event. It can be sent again or removed.
    case failed
    /// The event's files are being uploaded. The event is sent after them.
    case uploading
}
