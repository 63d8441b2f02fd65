import HeraldJSON

/// Events of a room that the user marked, kept in the room's account data `m.tagged_events` (SDN sheet 3.2).
public struct MXTaggedEvents: JSONModel, Hashable {
    /// A mark of one event.
    public struct Info: Hashable, Sendable {
        /// Words to find the event by.
        public var keywords: [String]
        /// When the event was sent, in milliseconds since 1970.
        public var originServerTs: UInt64?
        /// When it was marked, in milliseconds since 1970.
        public var taggedAt: UInt64?

        /// A mark; `nil` times are left out.
        public init(keywords: [String] = [], originServerTs: UInt64? = nil, taggedAt: UInt64? = nil) {
            self.keywords = keywords
            self.originServerTs = originServerTs
            self.taggedAt = taggedAt
        }
    }

    /// The mark of favourites.
    public static let favourite = "m.favourite"
    /// The mark of hidden events.
    public static let hidden = "m.hidden"

    /// The whole content, with members that have no name here.
    public private(set) var content: JSONObject

    /// A content without marks.
    public init() { content = ["tags": [:]] }
    /// Takes a content of `m.tagged_events`.
    public init(content: JSONObject) { self.content = content }
    init(json: JSONReader) { self.init(content: json.value) }

    /// The marked events of one mark, by event id.
    public func events(taggedWith tag: String) -> [String: Info] {
        var result: [String: Info] = [:]
        for (eventId, info) in content["tags"]?[tag]?.objectValue ?? [:] {
            result[eventId] = Info(
                keywords: info["keywords"]?.arrayValue?.compactMap(\.stringValue) ?? [],
                originServerTs: info["origin_server_ts"]?.intValue.flatMap(UInt64.init(exactly:)),
                taggedAt: info["tagged_at"]?.intValue.flatMap(UInt64.init(exactly:)))
        }
        return result
    }

    /// Marks an event.
    public mutating func tagEvent(_ eventId: String, info: Info, tag: String) {
        var value = JSONObject()
        if !info.keywords.isEmpty { value["keywords"] = .array(info.keywords.map(JSONValue.string)) }
        if let time = info.originServerTs { value["origin_server_ts"] = .int(Int64(clamping: time)) }
        if let time = info.taggedAt { value["tagged_at"] = .int(Int64(clamping: time)) }
        change(tag) { $0[eventId] = .object(value) }
    }

    /// Takes a mark away.
    public mutating func untagEvent(_ eventId: String, tag: String) { change(tag) { $0[eventId] = nil } }

    private mutating func change(_ tag: String, _ body: (inout JSONObject) -> Void) {
        var tags = content["tags"]?.objectValue ?? [:]
        var events = tags[tag]?.objectValue ?? [:]
        body(&events)
        tags[tag] = events.isEmpty ? nil : .object(events)
        content["tags"] = .object(tags)
    }
}
