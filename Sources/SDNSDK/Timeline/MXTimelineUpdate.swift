/// What happens in a room's timeline, in order (see ``MXEventTimeline/updates()``).
public enum MXTimelineUpdate: Sendable {
    /// An event, which way it came, and the state just before it.
    case event(MXEvent, MXTimelineDirection, MXRoomState)
    /// A stored event as a redaction left it; its place is unchanged.
    case redacted(MXEvent)
    /// A local echo was added or moved on; see ``MXEvent/sentState``.
    case outgoing(MXEvent)
    /// Of the files of a local echo this much has left, from 0 to 1.
    case uploading(localId: String, fraction: Double)
    /// A local echo has gone: its event came (`eventId`), or the app removed it (`nil`).
    case outgoingEnded(localId: String, eventId: String?)
    /// Events are missing before the next one; pagination brings them.
    case gap
}
