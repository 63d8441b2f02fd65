import HeraldJSON

/// The current state of a room, with its newest events (SDN sheet 3.2; deprecated).
public struct MXRoomInitialSync: ResponseModel {
    /// The room's ID.
    public let roomId: String
    /// The user's membership in the room; `nil` for a user without one.
    public let membership: MXMembership?
    /// The newest events, oldest first.
    public let messages: MXPaginationResponse?
    /// The room's state.
    public let state: [MXEvent]
    /// The room's visibility in the public room list.
    public let visibility: MXRoomDirectoryVisibility?

    package init(document: JSONDocument) throws {
        let root = document.root
        guard let roomId = root["room_id"]?.string else {
            throw JSONError(.missingMember, path: "room_id", reason: "this member is required and absent")
        }
        self.roomId = roomId
        membership = root["membership"]?.string.flatMap(MXMembership.init(rawValue:))
        messages = try root["messages"].map(MXPaginationResponse.init(view:))
        state = EventList.read(root["state"], roomId: roomId)
        visibility = root["visibility"]?.string.flatMap(MXRoomDirectoryVisibility.init(rawValue:))
    }
}
