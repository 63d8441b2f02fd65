/// What happens in a session, in order (see ``MXSession/updates()``).
public enum MXSessionUpdate: Sendable {
    case state(MXSessionState)
    /// The start has come a step further.
    case startup(MXSessionStartupProgress)
    /// The node was asked about itself; see ``MXSession/nodeCapabilities`` and its neighbours.
    case nodeFacts
    /// An event of a room, an account-data or a to-device event, or a presence event. History that pagination brings comes through the
    /// room's timeline only.
    case event(MXEvent)
    /// A room is new or its summary changed.
    case room(MXRoomSummary)
    /// Others are writing a message in a room, or have stopped.
    case typing(roomId: String, userIds: [String])
    /// How far these users have read a room.
    case receipts(roomId: String, [MXReceiptData])
    /// The user is no longer in a room.
    case left(roomId: String)
    /// A sync response was stored and everything in it handed on.
    case synced
}
