/// How far sending an event is (SDN sheet 5.7).
public enum MXEventSentState: UInt, Sendable, Hashable {
    /// The node has it.
    case sent
    /// It waits in the outbox behind others or for the network.
    case preparing
    /// Its request is on the way.
    case sending
    /// The node refused it; it can be sent again or removed.
    case failed
    /// Its files are on the way; the event follows.
    case uploading
}
