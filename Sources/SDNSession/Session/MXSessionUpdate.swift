import SDNValues

/// An update of a session, in the order of events (see ``MXSession/updates()``).
public enum MXSessionUpdate: Sendable {
    case state(MXSessionState)
    /// The start has reached its next step.
    case startup(MXSessionStartupProgress)
    /// The node's facts were fetched; see ``MXSession/nodeCapabilities`` and its neighbours.
    case nodeFacts
    /// An event of a room, an account-data or to-device event, or a presence event. Events of the history that pagination brings come only
    /// through the room's timeline.
    case event(MXEvent)
    /// A room is new or its summary changed.
    case room(MXRoomSummary)
    /// The list of the other users who are typing in a room changed.
    case typing(roomId: String, userIds: [String])
    /// These users' receipts in a room moved.
    case receipts(roomId: String, [MXReceiptData])
    /// The user is no longer in a room.
    case left(roomId: String)
    /// A sync response was stored and all its updates were delivered.
    case synced
}
