import HeraldJSON

/// A room of the public list (SDN sheet 4.5).
public struct MXPublicRoom: JSONModel, Hashable {
    public let roomId: String
    public let name: String?
    public let canonicalAlias: String?
    public let aliases: [String]
    public let topic: String?
    public let numJoinedMembers: Int
    public let worldReadable: Bool
    public let guestCanJoin: Bool
    /// An `mxc://` URL.
    public let avatarUrl: String?
    /// Such as `m.space`; absent for an ordinary room.
    public let roomTypeString: String?
    public let joinRule: String?

    init(json: JSONReader) throws {
        roomId = try json.string("room_id")
        name = try json.optionalString("name")
        canonicalAlias = try json.optionalString("canonical_alias")
        aliases = try json.optionalStrings("aliases") ?? []
        topic = try json.optionalString("topic")
        numJoinedMembers = Int(clamping: try json.optionalInt("num_joined_members") ?? 0)
        worldReadable = try json.optionalBool("world_readable") ?? false
        guestCanJoin = try json.optionalBool("guest_can_join") ?? false
        avatarUrl = try json.optionalString("avatar_url")
        roomTypeString = try json.optionalString("room_type")
        joinRule = try json.optionalString("join_rule")
    }

    /// The name, or else an alias, or else the id.
    public var displayname: String {
        [name, canonicalAlias, aliases.first].compactMap { $0 }.first { !$0.isEmpty } ?? roomId
    }
}

/// A page of the public room list (SDN sheet 3.2).
public struct MXPublicRoomsResponse: JSONModel, Hashable {
    public let chunk: [MXPublicRoom]
    /// Where the next page begins; absent after the last.
    public let nextBatch: String?
    public let prevBatch: String?
    /// About how many rooms there are in all.
    public let totalRoomCountEstimate: Int

    init(json: JSONReader) throws {
        chunk = try json.objects("chunk").map(MXPublicRoom.init(json:))
        nextBatch = try json.optionalString("next_batch")
        prevBatch = try json.optionalString("prev_batch")
        totalRoomCountEstimate = Int(clamping: try json.optionalInt("total_room_count_estimate") ?? Int64(chunk.count))
    }
}
