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

    /// A filter that admits everything.
    public init() {}

    /// Reads a filter. - Throws: `JSONError` or ``WireError`` naming the member.
    public init(json: JSONReader) throws {
        if let limit = try json.optionalInt("limit") {
            guard limit >= 0, let value = Int(exactly: limit) else { throw WireError(.invalid, field: "limit", reason: "expected a whole number of 0 or more") }
            self.limit = value
        }
        self.types = try json.optionalStrings("types")
        self.notTypes = try json.optionalStrings("not_types") ?? []
        self.senders = try json.optionalStrings("senders")
        self.notSenders = try json.optionalStrings("not_senders") ?? []
        self.rooms = try json.optionalStrings("rooms")
        self.notRooms = try json.optionalStrings("not_rooms") ?? []
        self.containsURL = try json.optionalBool("contains_url")
        self.lazyLoadMembers = try json.optionalBool("lazy_load_members") ?? false
        self.includeRedundantMembers = try json.optionalBool("include_redundant_members") ?? false
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
        return object
    }

    /// Whether an event of this type and sender passes; `not_…` wins.
    public func admits(type: String, sender: String, hasURL: Bool) -> Bool {
        if notSenders.contains(sender) { return false }
        if let senders, !senders.contains(sender) { return false }
        if notTypes.contains(where: { RoomEventFilter.matches(type, pattern: $0) }) { return false }
        if let types, !types.contains(where: { RoomEventFilter.matches(type, pattern: $0) }) { return false }
        if let containsURL, containsURL != hasURL { return false }
        return true
    }

    /// Whether events of a room pass; `not_rooms` wins.
    public func admits(room: String) -> Bool {
        if notRooms.contains(room) { return false }
        return rooms?.contains(room) ?? true
    }

    /// Whether a type fits a pattern in which `*` stands for any text. Runs in time linear in both for each star.
    public static func matches(_ type: String, pattern: String) -> Bool {
        guard pattern.utf8.contains(0x2A) else { return type == pattern }
        let parts = pattern.split(separator: "*", omittingEmptySubsequences: false).map { Array($0.utf8) }
        let text = Array(type.utf8)
        guard let first = parts.first, let last = parts.last, text.count >= first.count + last.count else { return false }
        guard text.starts(with: first), text.suffix(last.count).elementsEqual(last) else { return false }
        var position = first.count
        let end = text.count - last.count
        for part in parts.dropFirst().dropLast() where !part.isEmpty {
            var found = false
            while position + part.count <= end {
                if text[position..<position + part.count].elementsEqual(part) {
                    position += part.count
                    found = true
                    break
                }
                position += 1
            }
            if !found { return false }
        }
        return position <= end
    }
}
