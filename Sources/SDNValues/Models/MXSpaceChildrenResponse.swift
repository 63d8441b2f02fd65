import HeraldJSON

/// A page of a space's rooms (SDN sheet 3.2).
public struct MXSpaceChildrenResponse: JSONModel {
    /// The rooms. The space itself is first, and each room comes after the space that contains it.
    public let rooms: [MXSpaceChildSummaryResponse]
    /// The token of the next page; `nil` on the last.
    public let nextBatch: String?

    package init(json: JSONReader) throws {
        rooms = try json.objects("rooms").map(MXSpaceChildSummaryResponse.init(json:))
        nextBatch = try json.optionalString("next_batch")
    }
}

/// A room of a space: its entry in a public room list, and its own children when it is a space.
public struct MXSpaceChildSummaryResponse: JSONModel {
    /// The facts about the room that are visible even to users who are not members.
    public let room: MXPublicRoom
    /// The `m.space.child` events of a space, except those of removed children. The events carry no event ID.
    public let childrenState: [MXSpaceChildState]

    /// The room's ID.
    public var roomId: String { room.roomId }

    package init(json: JSONReader) throws {
        room = try MXPublicRoom(json: json)
        childrenState = try (json.optionalObjects("children_state") ?? []).compactMap {
            try? MXSpaceChildState(json: $0)
        }
    }
}

/// One child of a space: a room that belongs to it.
public struct MXSpaceChildState: JSONModel, Hashable {
    /// The room that belongs to the space.
    public let childRoomId: String
    /// The user who added the room.
    public let sender: String?
    /// The servers through which the room can be joined.
    public let via: [String]
    /// The position in the list. Positions are compared as strings. A child without a position comes last.
    public let order: String?
    /// True when the space suggests that new members join the room.
    public let suggested: Bool

    package init(json: JSONReader) throws {
        childRoomId = try json.string("state_key")
        sender = try json.optionalString("sender")
        let content = try json.object("content")
        via = try content.optionalStrings("via") ?? []
        order = content.value["order"]?.stringValue
        suggested = content.value["suggested"]?.boolValue ?? false
    }
}
