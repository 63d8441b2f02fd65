import HeraldJSON

/// A room of the public list (SDN sheet 4.5).
public struct MXPublicRoom: JSONModel, Hashable {
    /// The room's id, to be treated as opaque (SDN sheet 1.1).
    public let roomId: String
    /// What the room calls itself; ``displayname`` always has something to show.
    public let name: String?
    /// The alias that the room shows, `#localpart:domain`.
    public let canonicalAlias: String?
    /// Other aliases; empty on nodes that no longer send them.
    public let aliases: [String]
    /// What the room is about.
    public let topic: String?
    /// How many have joined.
    public let numJoinedMembers: Int
    /// Whether the room can be read without joining it.
    public let worldReadable: Bool
    /// Whether guests may join.
    public let guestCanJoin: Bool
    /// An `mxc://` URL.
    public let avatarUrl: String?
    /// Such as `m.space`; absent for an ordinary room.
    public let roomTypeString: String?
    /// The join rule on the wire, such as `public` or `knock`; absent means `public`.
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
    /// The rooms of this page.
    public let chunk: [MXPublicRoom]
    /// Where the next page begins; absent after the last.
    public let nextBatch: String?
    /// Where the page before begins; absent on the first.
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
