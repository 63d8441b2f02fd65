import HeraldJSON

/// A room of the public room list (SDN sheet 4.5).
public struct MXPublicRoom: JSONModel, Hashable {
    /// The room's ID, an opaque string (SDN sheet 1.1).
    public let roomId: String
    /// The room's own name. ``displayname`` is never empty.
    public let name: String?
    /// The room's main alias, `#localpart:domain`.
    public let canonicalAlias: String?
    /// Other aliases; empty on nodes that no longer send them.
    public let aliases: [String]
    /// The topic of the room.
    public let topic: String?
    /// The number of joined members.
    public let numJoinedMembers: Int
    /// True when the room can be read without joining it.
    public let worldReadable: Bool
    /// True when guests may join.
    public let guestCanJoin: Bool
    /// The avatar, an `mxc://` URL; `nil` when there is none.
    public let avatarUrl: String?
    /// The room type, such as `m.space`; `nil` for an ordinary room.
    public let roomTypeString: String?
    /// The join rule on the wire, such as `public` or `knock`. `nil` means `public`.
    public let joinRule: String?

    package init(json: JSONReader) throws {
        roomId = try json.string("room_id")
        name = try json.optionalString("name")
        canonicalAlias = try json.optionalString("canonical_alias")
        aliases = try json.optionalStrings("aliases") ?? []
        topic = try json.optionalString("topic")
        numJoinedMembers = Int(clamping: try json.optionalInt("num_joined_members") ?? 0)
        worldReadable = try json.optionalBool("world_readable") ?? false
        guestCanJoin = try json.optionalBool("guest_can_join") ?? false
        avatarUrl = AvatarAddress.checked(try json.optionalString("avatar_url"))
        roomTypeString = try json.optionalString("room_type")
        joinRule = try json.optionalString("join_rule")
    }

    /// The name to show: the room's name, or else an alias, or else the room's ID.
    public var displayname: String {
        [name, canonicalAlias, aliases.first].compactMap { $0 }.first { !$0.isEmpty } ?? roomId
    }
}

/// A page of the public room list (SDN sheet 3.2).
public struct MXPublicRoomsResponse: JSONModel, Hashable {
    /// The rooms of this page.
    public let chunk: [MXPublicRoom]
    /// The token of the next page; `nil` on the last.
    public let nextBatch: String?
    /// The token of the previous page; `nil` on the first.
    public let prevBatch: String?
    /// The estimated number of rooms in the whole list.
    public let totalRoomCountEstimate: Int

    package init(json: JSONReader) throws {
        chunk = try json.objects("chunk").map(MXPublicRoom.init(json:))
        nextBatch = try json.optionalString("next_batch")
        prevBatch = try json.optionalString("prev_batch")
        totalRoomCountEstimate = Int(clamping: try json.optionalInt("total_room_count_estimate") ?? Int64(chunk.count))
    }
}
