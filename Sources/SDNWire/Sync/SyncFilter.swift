import HeraldJSON

/// A whole sync filter. Parts that Herald does not act on are kept where the filter is stored, not here (SDN sheet 7.3).
public struct SyncFilter: Sendable, Hashable {
    /// Room ids; `nil` admits all.
    public var rooms: [String]?
    /// Room ids that never pass.
    public var notRooms: [String] = []
    /// Whether rooms that the user left are wanted in a first sync.
    public var includeLeave = false
    /// What passes in a room's timeline.
    public var timeline = RoomEventFilter()
    /// What passes in a room's state block.
    public var state = RoomEventFilter()
    /// What passes of typing and receipts.
    public var ephemeral = RoomEventFilter()
    /// What passes of a room's account data.
    public var roomAccountData = RoomEventFilter()
    /// What passes of the global account data.
    public var accountData = RoomEventFilter()
    /// What passes of presence.
    public var presence = RoomEventFilter()
    /// The event members that are wanted; `nil` wants all.
    public var eventFields: [String]?

    /// A filter that admits everything.
    public init() {}

    /// Reads a filter. - Throws: `JSONError` or ``WireError`` naming the member.
    public init(json: JSONReader) throws {
        if let room = try json.optionalObject("room") {
            self.rooms = try FilterLists.read("rooms", room)
            self.notRooms = try FilterLists.read("not_rooms", room) ?? []
            self.includeLeave = try room.optionalBool("include_leave") ?? false
            self.timeline = try room.optionalObject("timeline").map(RoomEventFilter.init(json:)) ?? RoomEventFilter()
            self.state = try room.optionalObject("state").map(RoomEventFilter.init(json:)) ?? RoomEventFilter()
            self.ephemeral = try room.optionalObject("ephemeral").map(RoomEventFilter.init(json:)) ?? RoomEventFilter()
            self.roomAccountData = try room.optionalObject("account_data").map(RoomEventFilter.init(json:)) ?? RoomEventFilter()
        }
        self.accountData = try json.optionalObject("account_data").map(RoomEventFilter.init(json:)) ?? RoomEventFilter()
        self.presence = try json.optionalObject("presence").map(RoomEventFilter.init(json:)) ?? RoomEventFilter()
        self.eventFields = try FilterLists.read("event_fields", json)
    }

    /// The filter that Herald's own session uses: lazy members and a timeline of `limit` events (SDN sheet 5.6).
    public static func lazy(limit: Int) -> SyncFilter {
        var filter = SyncFilter()
        filter.state.lazyLoadMembers = true
        filter.timeline.limit = limit
        return filter
    }

    /// The members that differ from an empty filter.
    public var json: JSONObject {
        var room = JSONObject()
        room.set("rooms", rooms)
        if !notRooms.isEmpty { room.set("not_rooms", notRooms) }
        if includeLeave { room["include_leave"] = true }
        for (key, part) in [("timeline", timeline), ("state", state), ("ephemeral", ephemeral), ("account_data", roomAccountData)] {
            let json = part.json
            if !json.isEmpty { room[key] = .object(json) }
        }
        var object = JSONObject()
        if !room.isEmpty { object["room"] = .object(room) }
        for (key, part) in [("account_data", accountData), ("presence", presence)] {
            let json = part.json
            if !json.isEmpty { object[key] = .object(json) }
        }
        object.set("event_fields", eventFields)
        return object
    }

    /// Whether a room is wanted at all; `not_rooms` wins.
    public func admits(room: String) -> Bool {
        if notRooms.contains(room) { return false }
        return rooms?.contains(room) ?? true
    }
}
