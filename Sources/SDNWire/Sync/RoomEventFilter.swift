import HeraldJSON

/// A filter for room events. It is the timeline or state part of a sync filter, or the `filter` of `messages` (SDN sheet 7.3).
public struct RoomEventFilter: Sendable, Hashable {
    /// The largest number of events to return. `nil` leaves the choice to the node.
    public var limit: Int?
    /// The event types to admit. `*` stands for any text, as in `m.room.*`. An empty list admits nothing, and `nil` admits all.
    public var types: [String]?
    /// The event types to exclude. They take precedence over ``types``.
    public var notTypes: [String] = []
    /// The user IDs of the senders to admit. `nil` admits all.
    public var senders: [String]?
    /// The user IDs of the senders to exclude. They take precedence over ``senders``.
    public var notSenders: [String] = []
    /// The room IDs to admit. `nil` admits all.
    public var rooms: [String]?
    /// The room IDs to exclude. They take precedence over ``rooms``.
    public var notRooms: [String] = []
    /// The kinds of relations of which an event needs at least one, such as `m.thread`. If it is empty, relations of all kinds count.
    public var relatedByRelTypes: [String] = []
    /// The user IDs of the senders of relations of which an event needs at least one. If it is empty, all senders count. If both lists are
    /// empty, an event needs no relation.
    public var relatedBySenders: [String] = []
    /// True to admit only events with `content.url`, false to admit only events without it, `nil` to admit both.
    public var containsURL: Bool?
    /// True to include membership events only for the senders of the returned events.
    public var lazyLoadMembers = false
    /// True to include membership events even if the node has already sent them to this device.
    public var includeRedundantMembers = false
    /// True to count unread events separately for each thread. False to count them together with the room's unread events.
    public var unreadThreadNotifications = false

    /// Creates a filter that admits everything.
    public init() {}

    /// Reads a filter.
    /// - Throws: `JSONError` or ``WireError`` naming the member.
    public init(json: JSONReader) throws {
        if let limit = try json.optionalInt("limit") {
            guard limit >= 0, let value = Int(exactly: limit) else {
                throw WireError(.invalid, field: "limit", reason: "expected a whole number of 0 or more")
            }
            self.limit = value
        }
        self.types = try FilterLists.read("types", json)
        self.notTypes = try FilterLists.read("not_types", json) ?? []
        self.senders = try FilterLists.read("senders", json)
        self.notSenders = try FilterLists.read("not_senders", json) ?? []
        self.rooms = try FilterLists.read("rooms", json)
        self.notRooms = try FilterLists.read("not_rooms", json) ?? []
        self.relatedByRelTypes = try FilterLists.read("related_by_rel_types", json) ?? []
        self.relatedBySenders = try FilterLists.read("related_by_senders", json) ?? []
        self.containsURL = try json.optionalBool("contains_url")
        self.lazyLoadMembers = try json.optionalBool("lazy_load_members") ?? false
        self.includeRedundantMembers = try json.optionalBool("include_redundant_members") ?? false
        self.unreadThreadNotifications = try json.optionalBool("unread_thread_notifications") ?? false
    }

    /// The filter as JSON. It contains only the members that differ from an empty filter.
    public var json: JSONObject {
        var object = JSONObject()
        object.set("limit", limit.map(Int64.init))
        object.set("types", types)
        if !notTypes.isEmpty { object.set("not_types", notTypes) }
        object.set("senders", senders)
        if !notSenders.isEmpty { object.set("not_senders", notSenders) }
        object.set("rooms", rooms)
        if !notRooms.isEmpty { object.set("not_rooms", notRooms) }
        if !relatedByRelTypes.isEmpty { object.set("related_by_rel_types", relatedByRelTypes) }
        if !relatedBySenders.isEmpty { object.set("related_by_senders", relatedBySenders) }
        object.set("contains_url", containsURL)
        if lazyLoadMembers { object["lazy_load_members"] = true }
        if includeRedundantMembers { object["include_redundant_members"] = true }
        if unreadThreadNotifications { object["unread_thread_notifications"] = true }
        return object
    }

    /// Returns true when the filter admits an event of this type and sender. Rooms and relations are not checked.
    public func admits(type: String, sender: String, hasURL: Bool) -> Bool {
        if notSenders.contains(sender) { return false }
        if let senders, !senders.contains(sender) { return false }
        if EventTypePatterns(notTypes).matches(type) { return false }
        if let types, !EventTypePatterns(types).matches(type) { return false }
        if let containsURL, containsURL != hasURL { return false }
        return true
    }

    /// The size of all lists as JSON, in bytes, with quotes and commas.
    package var listBytes: Int {
        [
            types ?? [], notTypes, senders ?? [], notSenders, rooms ?? [], notRooms, relatedByRelTypes,
            relatedBySenders,
        ].joined().reduce(0) { $0 + $1.utf8.count + 3 }
    }

    /// Returns true when the filter admits events of a room.
    public func admits(room: String) -> Bool {
        if notRooms.contains(room) { return false }
        return rooms?.contains(room) ?? true
    }
}

/// Reads a filter's lists. Their size is limited, because the node compares every event of a room with them.
enum FilterLists {
    static let entryLimit = 1_000
    static let starLimit = 50

    static func read(_ key: String, _ json: JSONReader) throws -> [String]? {
        guard let list = try json.optionalStrings(key) else { return nil }
        guard list.count <= entryLimit else {
            throw WireError(.tooLong, field: json.path(of: key), reason: "at most \(entryLimit) entries are allowed")
        }
        guard list.count(where: { $0.utf8.contains(UInt8(ascii: "*")) }) <= starLimit else {
            throw WireError(
                .tooLong, field: json.path(of: key), reason: "at most \(starLimit) entries may contain a star")
        }
        return list
    }
}
