import HeraldJSON

/// A room as it is now, with its newest events (SDN sheet 3.2; deprecated).
public struct MXRoomInitialSync: ResponseModel {
    /// The room's id.
    public let roomId: String
    /// How the user stands to the room; absent for a stranger.
    public let membership: MXMembership?
    /// The newest events, oldest first.
    public let messages: MXPaginationResponse?
    /// The room's state.
    public let state: [MXEvent]
    /// Whether the public list shows the room.
    public let visibility: MXRoomDirectoryVisibility?

    init(document: JSONDocument) throws {
        let root = document.root
        guard let roomId = root["room_id"]?.string else { throw JSONError(.missingMember, path: "room_id", reason: "this member is required and absent") }
        self.roomId = roomId
        membership = root["membership"]?.string.flatMap(MXMembership.init(rawValue:))
        messages = try root["messages"].map(MXPaginationResponse.init(view:))
        state = EventList.read(root["state"], roomId: roomId)
        visibility = root["visibility"]?.string.flatMap(MXRoomDirectoryVisibility.init(rawValue:))
    }
}
