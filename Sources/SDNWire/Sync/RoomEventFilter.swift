import HeraldJSON

/// A filter over room events: the timeline and state parts of a sync filter, and the `filter` of messages (SDN sheet 7.3).
public struct RoomEventFilter: Sendable, Hashable {
    /// At most so many events.
    public var limit: Int?
    /// `*` stands for any text, as in `m.room.*`. An empty list matches nothing.
    public var types: [String]?
    /// Types that never pass.
    public var notTypes: [String] = []
    /// User ids; `nil` admits all.
    public var senders: [String]?
    /// User ids whose events never pass.
    public var notSenders: [String] = []
    /// Room ids; `nil` admits all.
    public var rooms: [String]?
    /// Room ids that never pass.
    public var notRooms: [String] = []
    /// Whether `content.url` has to be there (`true`) or must not be (`false`).
    public var containsURL: Bool?
    /// Whether only the members who send something are wanted.
    public var lazyLoadMembers = false
    /// Whether members that were sent before are wanted again.
    public var includeRedundantMembers = false
    /// Whether unread events of threads are counted for each thread, instead of together with the room's.
    public var unreadThreadNotifications = false

    /// A filter that admits everything.
    public init() {}

    /// Reads a filter. - Throws: `JSONError` or ``WireError`` naming the member.
    public init(json: JSONReader) throws {
        if let limit = try json.optionalInt("limit") {
            guard limit >= 0, let value = Int(exactly: limit) else { throw WireError(.invalid, field: "limit", reason: "expected a whole number of 0 or more") }
            self.limit = value
        }
        self.types = try FilterLists.read("types", json)
        self.notTypes = try FilterLists.read("not_types", json) ?? []
        self.senders = try FilterLists.read("senders", json)
        self.notSenders = try FilterLists.read("not_senders", json) ?? []
        self.rooms = try FilterLists.read("rooms", json)
        self.notRooms = try FilterLists.read("not_rooms", json) ?? []
        self.containsURL = try json.optionalBool("contains_url")
        self.lazyLoadMembers = try json.optionalBool("lazy_load_members") ?? false
        self.includeRedundantMembers = try json.optionalBool("include_redundant_members") ?? false
        self.unreadThreadNotifications = try json.optionalBool("unread_thread_notifications") ?? false
    }

    /// The members that differ from an empty filter.
    public var json: JSONObject {
        var object = JSONObject()
        object.set("limit", limit.map(Int64.init))
        object.set("types", types)
        if !notTypes.isEmpty { object.set("not_types", notTypes) }
        object.set("senders", senders)
        if !notSenders.isEmpty { object.set("not_senders", notSenders) }
        object.set("rooms", rooms)
        if !notRooms.isEmpty { object.set("not_rooms", notRooms) }
        object.set("contains_url", containsURL)
        if lazyLoadMembers { object["lazy_load_members"] = true }
        if includeRedundantMembers { object["include_redundant_members"] = true }
        if unreadThreadNotifications { object["unread_thread_notifications"] = true }
        return object
    }

    /// Whether an event of this type and sender passes; `not_…` wins.
    public func admits(type: String, sender: String, hasURL: Bool) -> Bool {
        if notSenders.contains(sender) { return false }
        if let senders, !senders.contains(sender) { return false }
        if EventTypePatterns(notTypes).matches(type) { return false }
        if let types, !EventTypePatterns(types).matches(type) { return false }
        if let containsURL, containsURL != hasURL { return false }
        return true
    }

    /// How many bytes the entries of the lists have together, with quotes and commas.
    package var listBytes: Int {
        [types ?? [], notTypes, senders ?? [], notSenders, rooms ?? [], notRooms].joined().reduce(0) { $0 + $1.utf8.count + 3 }
    }

    /// Whether events of a room pass; `not_rooms` wins.
    public func admits(room: String) -> Bool {
        if notRooms.contains(room) { return false }
        return rooms?.contains(room) ?? true
    }
}
