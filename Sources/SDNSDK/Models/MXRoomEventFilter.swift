import HeraldJSON

/// Which events of a room are wanted (SDN sheet 7.3). Members that have no name here are kept.
public struct MXRoomEventFilter: Hashable, Sendable {
    /// The filter as it is sent.
    public var json: JSONObject

    /// A filter that lets everything pass, or one as it was stored.
    public init(json: JSONObject = [:]) { self.json = json }

    /// How many events at most.
    public var limit: UInt? {
        get { json["limit"]?.intValue.flatMap(UInt.init(exactly:)) }
        set { json["limit"] = newValue.map { .int(Int64(clamping: $0)) } }
    }
    /// Event types; `*` stands for any text. Empty lets nothing pass.
    public var types: [String]? {
        get { texts("types") }
        set { json["types"] = newValue.map(Self.list) }
    }
    /// Event types that do not pass, also when ``types`` has them; `*` stands for any text.
    public var notTypes: [String]? {
        get { texts("not_types") }
        set { json["not_types"] = newValue.map(Self.list) }
    }
    /// Room ids.
    public var rooms: [String]? {
        get { texts("rooms") }
        set { json["rooms"] = newValue.map(Self.list) }
    }
    /// Room ids that do not pass, also when ``rooms`` has them.
    public var notRooms: [String]? {
        get { texts("not_rooms") }
        set { json["not_rooms"] = newValue.map(Self.list) }
    }
    /// User ids.
    public var senders: [String]? {
        get { texts("senders") }
        set { json["senders"] = newValue.map(Self.list) }
    }
    /// User ids that do not pass, also when ``senders`` has them.
    public var notSenders: [String]? {
        get { texts("not_senders") }
        set { json["not_senders"] = newValue.map(Self.list) }
    }
    /// Whether `content.url` has to be there (`true`) or must not be (`false`).
    public var containsURL: Bool? {
        get { json["contains_url"]?.boolValue }
        set { json["contains_url"] = newValue.map(JSONValue.bool) }
    }
    /// Whether members come only when an event of theirs does.
    public var lazyLoadMembers: Bool {
        get { json["lazy_load_members"]?.boolValue ?? false }
        set { json["lazy_load_members"] = newValue ? true : nil }
    }

    /// The filter as JSON text; `nil` when it lets everything pass.
    var text: String? { json.isEmpty ? nil : String(decoding: JSONValue.object(json).serialized(), as: UTF8.self) }

    private func texts(_ key: String) -> [String]? { json[key]?.arrayValue?.compactMap(\.stringValue) }
    private static func list(_ texts: [String]) -> JSONValue { .array(texts.map(JSONValue.string)) }
}

/// Which parts of a sync are wanted (SDN sheet 7.3). Members that have no name here are kept.
public struct MXFilterJSONModel: JSONModel, Hashable {
    /// The filter as it is sent.
    public var json: JSONObject

    /// A filter that lets everything pass, or one as it was stored.
    public init(json: JSONObject = [:]) { self.json = json }

    init(json: JSONReader) { self.json = json.value }

    /// A filter for a timeline of at most `limit` events for each room.
    public static func syncFilter(withMessageLimit limit: UInt) -> MXFilterJSONModel {
        var filter = MXFilterJSONModel()
        filter.timeline.limit = limit
        return filter
    }

    /// A filter by which members come only when an event of theirs does.
    public static func syncFilterForLazyLoading(withMessageLimit limit: UInt? = nil) -> MXFilterJSONModel {
        var filter = MXFilterJSONModel()
        filter.state.lazyLoadMembers = true
        filter.timeline.limit = limit
        return filter
    }

    /// Room events of the timeline.
    public var timeline: MXRoomEventFilter {
        get { part("timeline") }
        set { set("timeline", newValue) }
    }
    /// State before the timeline.
    public var state: MXRoomEventFilter {
        get { part("state") }
        set { set("state", newValue) }
    }
    /// Typing and receipts.
    public var ephemeral: MXRoomEventFilter {
        get { part("ephemeral") }
        set { set("ephemeral", newValue) }
    }
    /// Account data of rooms.
    public var roomAccountData: MXRoomEventFilter {
        get { part("account_data") }
        set { set("account_data", newValue) }
    }
    /// Whether rooms that the user left are wanted.
    public var includeLeave: Bool {
        get { json["room"]?["include_leave"]?.boolValue ?? false }
        set { setInRoom("include_leave", newValue ? true : nil) }
    }
    /// The room ids wanted; `nil` means all.
    public var rooms: [String]? {
        get { json["room"]?["rooms"]?.arrayValue?.compactMap(\.stringValue) }
        set { setInRoom("rooms", newValue.map { .array($0.map(JSONValue.string)) }) }
    }

    private func part(_ name: String) -> MXRoomEventFilter { MXRoomEventFilter(json: json["room"]?[name]?.objectValue ?? [:]) }

    private mutating func set(_ name: String, _ filter: MXRoomEventFilter) { setInRoom(name, filter.json.isEmpty ? nil : .object(filter.json)) }

    private mutating func setInRoom(_ name: String, _ value: JSONValue?) {
        var room = json["room"]?.objectValue ?? [:]
        room[name] = value
        json["room"] = room.isEmpty ? nil : .object(room)
    }
}
