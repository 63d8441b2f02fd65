import HeraldJSON

/// A filter for the events of a room (SDN sheet 7.3). Members of the filter for which this type has no property are kept.
public struct MXRoomEventFilter: Hashable, Sendable {
    /// The filter as it is sent.
    public var json: JSONObject

    /// Creates a filter from its stored form. Without a stored form, the filter lets everything pass.
    public init(json: JSONObject = [:]) { self.json = json }

    /// The greatest number of events.
    public var limit: UInt? {
        get { json["limit"]?.intValue.flatMap(UInt.init(exactly:)) }
        set { json["limit"] = newValue.map { .int(Int64(clamping: $0)) } }
    }
    /// The event types that pass; `*` stands for any text. An empty list lets nothing pass.
    public var types: [String]? {
        get { texts("types") }
        set { json["types"] = newValue.map(Self.list) }
    }
    /// The event types that do not pass, even when ``types`` lists them; `*` stands for any text.
    public var notTypes: [String]? {
        get { texts("not_types") }
        set { json["not_types"] = newValue.map(Self.list) }
    }
    /// The IDs of the rooms that pass.
    public var rooms: [String]? {
        get { texts("rooms") }
        set { json["rooms"] = newValue.map(Self.list) }
    }
    /// The IDs of the rooms that do not pass, even when ``rooms`` lists them.
    public var notRooms: [String]? {
        get { texts("not_rooms") }
        set { json["not_rooms"] = newValue.map(Self.list) }
    }
    /// The IDs of the senders that pass.
    public var senders: [String]? {
        get { texts("senders") }
        set { json["senders"] = newValue.map(Self.list) }
    }
    /// The IDs of the senders that do not pass, even when ``senders`` lists them.
    public var notSenders: [String]? {
        get { texts("not_senders") }
        set { json["not_senders"] = newValue.map(Self.list) }
    }
    /// True when only events with `content.url` pass, false when only events without it pass; `nil` when both pass.
    public var containsURL: Bool? {
        get { json["contains_url"]?.boolValue }
        set { json["contains_url"] = newValue.map(JSONValue.bool) }
    }
    /// True when member events are sent only for the senders of the returned events.
    public var lazyLoadMembers: Bool {
        get { json["lazy_load_members"]?.boolValue ?? false }
        set { json["lazy_load_members"] = newValue ? true : nil }
    }
    /// True to have the unread events of each thread counted apart.
    public var unreadThreadNotifications: Bool {
        get { json["unread_thread_notifications"]?.boolValue ?? false }
        set { json["unread_thread_notifications"] = newValue ? true : nil }
    }

    /// The filter as JSON text; `nil` when it lets everything pass.
    package var text: String? {
        json.isEmpty ? nil : String(decoding: JSONValue.object(json).serialized(), as: UTF8.self)
    }

    private func texts(_ key: String) -> [String]? { json[key]?.arrayValue?.compactMap(\.stringValue) }
    private static func list(_ texts: [String]) -> JSONValue { .array(texts.map(JSONValue.string)) }
}

/// A filter for the parts of a sync (SDN sheet 7.3). Members of the filter for which this type has no property are kept.
public struct MXFilterJSONModel: JSONModel, Hashable {
    /// The filter as it is sent.
    public var json: JSONObject

    /// Creates a filter from its stored form. Without a stored form, the filter lets everything pass.
    public init(json: JSONObject = [:]) { self.json = json }

    package init(json: JSONReader) { self.json = json.value }

    /// Returns a filter for a timeline of at most `limit` events for each room.
    public static func syncFilter(withMessageLimit limit: UInt) -> MXFilterJSONModel {
        var filter = MXFilterJSONModel()
        filter.timeline.limit = limit
        return filter
    }

    /// Returns a filter with which member events are sent only for the senders of the returned events.
    public static func syncFilterForLazyLoading(withMessageLimit limit: UInt? = nil) -> MXFilterJSONModel {
        var filter = MXFilterJSONModel()
        filter.state.lazyLoadMembers = true
        filter.timeline.limit = limit
        return filter
    }

    /// Returns a filter as ``syncFilterForLazyLoading(withMessageLimit:)`` does, with which the node may count the unread events of each thread
    /// apart (``MXRoomSummary/threadCounts``).
    public static func syncFilterForLazyLoading(withMessageLimit limit: UInt?, unreadThreadNotifications: Bool)
        -> MXFilterJSONModel
    {
        var filter = syncFilterForLazyLoading(withMessageLimit: limit)
        filter.timeline.unreadThreadNotifications = unreadThreadNotifications
        return filter
    }

    /// The filter for the room events of the timeline.
    public var timeline: MXRoomEventFilter {
        get { part("timeline") }
        set { set("timeline", newValue) }
    }
    /// The filter for the state before the timeline.
    public var state: MXRoomEventFilter {
        get { part("state") }
        set { set("state", newValue) }
    }
    /// The filter for typing and receipts.
    public var ephemeral: MXRoomEventFilter {
        get { part("ephemeral") }
        set { set("ephemeral", newValue) }
    }
    /// The filter for the account data of rooms.
    public var roomAccountData: MXRoomEventFilter {
        get { part("account_data") }
        set { set("account_data", newValue) }
    }
    /// True when rooms that the user left are included.
    public var includeLeave: Bool {
        get { json["room"]?["include_leave"]?.boolValue ?? false }
        set { setInRoom("include_leave", newValue ? true : nil) }
    }
    /// The IDs of the rooms to include; `nil` means all.
    public var rooms: [String]? {
        get { json["room"]?["rooms"]?.arrayValue?.compactMap(\.stringValue) }
        set { setInRoom("rooms", newValue.map { .array($0.map(JSONValue.string)) }) }
    }

    private func part(_ name: String) -> MXRoomEventFilter {
        MXRoomEventFilter(json: json["room"]?[name]?.objectValue ?? [:])
    }

    private mutating func set(_ name: String, _ filter: MXRoomEventFilter) {
        setInRoom(name, filter.json.isEmpty ? nil : .object(filter.json))
    }

    private mutating func setInRoom(_ name: String, _ value: JSONValue?) {
        var room = json["room"]?.objectValue ?? [:]
        room[name] = value
        json["room"] = room.isEmpty ? nil : .object(room)
    }
}
