import HeraldJSON

/// A page of a space's rooms (SDN sheet 3.2).
public struct MXSpaceChildrenResponse: JSONModel {
    /// The rooms, the space itself first; each after the space that it is in.
    public let rooms: [MXSpaceChildSummaryResponse]
    /// Where the next page begins; absent after the last.
    public let nextBatch: String?

    init(json: JSONReader) throws {
        rooms = try json.objects("rooms").map(MXSpaceChildSummaryResponse.init(json:))
        nextBatch = try json.optionalString("next_batch")
    }
}

/// A room of a space: what a public list would say of it, and its own children when it is a space.
public struct MXSpaceChildSummaryResponse: JSONModel {
    /// What can be known of the room without being in it.
    public let room: MXPublicRoom
    /// The `m.space.child` events of a space, without those that were taken back; they carry no event id.
    public let childrenState: [MXSpaceChildState]

    /// The room's id.
    public var roomId: String { room.roomId }

    init(json: JSONReader) throws {
        room = try MXPublicRoom(json: json)
        childrenState = try (json.optionalObjects("children_state") ?? []).compactMap { try? MXSpaceChildState(json: $0) }
    }
}

/// One line of a space: a room that belongs to it.
public struct MXSpaceChildState: JSONModel, Hashable {
    /// The room that belongs to the space.
    public let childRoomId: String
    /// Who put it there.
    public let sender: String?
    /// Servers to join the room through.
    public let via: [String]
    /// Where it stands in the list; texts are compared, absent ones come last.
    public let order: String?
    /// Whether newcomers are told to join it.
    public let suggested: Bool

    init(json: JSONReader) throws {
        childRoomId = try json.string("state_key")
        sender = try json.optionalString("sender")
        let content = try json.object("content")
        via = try content.optionalStrings("via") ?? []
        order = content.value["order"]?.stringValue
        suggested = content.value["suggested"]?.boolValue ?? false
    }
}
