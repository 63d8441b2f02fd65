import SDNValues

/// An update of a room's timeline, in the order of events (see `MXEventTimeline.updates()`).
public enum MXTimelineUpdate: Sendable {
    /// An event, its direction, and the state just before it.
    case event(MXEvent, MXTimelineDirection, MXRoomState)
    /// A stored event was redacted. The value is its redacted form. Its place does not change.
    case redacted(MXEvent)
    /// A local echo was added or changed; see ``/SDNValues/MXEvent/sentState``.
    case outgoing(MXEvent)
    /// The fraction of a local echo's files that has been uploaded, from 0 to 1.
    case uploading(localId: String, fraction: Double)
    /// A local echo was removed, because its event arrived (`eventId`) or because the app removed the message (`nil`).
    case outgoingEnded(localId: String, eventId: String?)
    /// Events are missing before the next event. Pagination loads them.
    case gap
}
