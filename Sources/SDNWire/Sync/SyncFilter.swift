import HeraldJSON

/// A filter for sync responses. It contains only the members that Herald acts on; the node stores the others with the filter (SDN sheet 7.3).
///
/// ```swift
/// var filter = SyncFilter.lazy(limit: 20)
/// filter.presence.notTypes = ["*"]   // no presence
/// let json = filter.json
/// ```
public struct SyncFilter: Sendable, Hashable {
    /// The room IDs to admit. `nil` admits all.
    public var rooms: [String]?
    /// The room IDs to exclude. They take precedence over ``rooms``.
    public var notRooms: [String] = []
    /// True when an initial sync includes the rooms that the user has left.
    public var includeLeave = false
    /// The filter for room timelines.
    public var timeline = RoomEventFilter()
    /// The filter for room state.
    public var state = RoomEventFilter()
    /// The filter for typing notices and receipts.
    public var ephemeral = RoomEventFilter()
    /// The filter for account data of rooms.
    public var roomAccountData = RoomEventFilter()
    /// The filter for global account data.
    public var accountData = RoomEventFilter()
    /// The filter for presence.
    public var presence = RoomEventFilter()
    /// The paths of the event members to return, such as `content.body`. A dot in a name is written `\.`. `nil` and an empty list return all.
    public var eventFields: [String]?
    /// True when events come with the members that servers exchange, such as `prev_events` and `hashes`: `event_format` is `federation`.
    public var usesFederationFormat = false
    /// True if `event_format` was neither `client` nor `federation` when the filter was read. The events then have the format of clients.
    package private(set) var hasUnknownFormat = false

    /// Creates a filter that admits everything.
    public init() {}

    /// Reads a filter.
    /// - Throws: `JSONError` or ``WireError`` naming the member.
    public init(json: JSONReader) throws {
        if let room = try json.optionalObject("room") {
            self.rooms = try FilterLists.read("rooms", room)
            self.notRooms = try FilterLists.read("not_rooms", room) ?? []
            self.includeLeave = try room.optionalBool("include_leave") ?? false
            self.timeline = try room.optionalObject("timeline").map(RoomEventFilter.init(json:)) ?? RoomEventFilter()
            self.state = try room.optionalObject("state").map(RoomEventFilter.init(json:)) ?? RoomEventFilter()
            self.ephemeral = try room.optionalObject("ephemeral").map(RoomEventFilter.init(json:)) ?? RoomEventFilter()
            self.roomAccountData =
                try room.optionalObject("account_data").map(RoomEventFilter.init(json:)) ?? RoomEventFilter()
        }
        self.accountData = try json.optionalObject("account_data").map(RoomEventFilter.init(json:)) ?? RoomEventFilter()
        self.presence = try json.optionalObject("presence").map(RoomEventFilter.init(json:)) ?? RoomEventFilter()
        self.eventFields = try FilterLists.read("event_fields", json)
        let format = try json.optionalString("event_format") ?? "client"
        self.usesFederationFormat = format == "federation"
        self.hasUnknownFormat = format != "federation" && format != "client"
    }

    /// Returns the filter that Herald's sessions use: lazy-loaded members and at most `limit` timeline events (SDN sheet 5.6).
    public static func lazy(limit: Int) -> SyncFilter {
        var filter = SyncFilter()
        filter.state.lazyLoadMembers = true
        filter.timeline.limit = limit
        return filter
    }

    /// The filter as JSON. It contains only the members that differ from an empty filter.
    public var json: JSONObject {
        var room = JSONObject()
        room.set("rooms", rooms)
        if !notRooms.isEmpty { room.set("not_rooms", notRooms) }
        if includeLeave { room["include_leave"] = true }
        for (key, part) in [
            ("timeline", timeline), ("state", state), ("ephemeral", ephemeral), ("account_data", roomAccountData),
        ] {
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
        if usesFederationFormat { object["event_format"] = "federation" }
        return object
    }

    /// Returns true when the filter admits a room.
    public func admits(room: String) -> Bool {
        if notRooms.contains(room) { return false }
        return rooms?.contains(room) ?? true
    }
}
