import HeraldJSON

/// The events of a room that the user tagged, kept in the room's account data `m.tagged_events` (SDN sheet 3.2).
public struct MXTaggedEvents: JSONModel, Hashable {
    /// The tag of one event.
    public struct Info: Hashable, Sendable {
        /// The words by which the event can be found.
        public var keywords: [String]
        /// The time when the event was sent, in milliseconds since 1970.
        public var originServerTs: UInt64?
        /// The time when the event was tagged, in milliseconds since 1970.
        public var taggedAt: UInt64?

        /// Creates a tag's information. Times that are `nil` are not sent.
        public init(keywords: [String] = [], originServerTs: UInt64? = nil, taggedAt: UInt64? = nil) {
            self.keywords = keywords
            self.originServerTs = originServerTs
            self.taggedAt = taggedAt
        }
    }

    /// The tag of favourites.
    public static let favourite = "m.favourite"
    /// The tag of hidden events.
    public static let hidden = "m.hidden"

    /// The whole content, including members for which this type has no property.
    public private(set) var content: JSONObject

    /// Creates a content without tags.
    public init() { content = ["tags": [:]] }
    /// Reads a content of `m.tagged_events`.
    public init(content: JSONObject) { self.content = content }
    package init(json: JSONReader) { self.init(content: json.value) }

    /// Returns the events with a tag, by event ID.
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

    /// Tags an event.
    public mutating func tagEvent(_ eventId: String, info: Info, tag: String) {
        var value = JSONObject()
        if !info.keywords.isEmpty { value["keywords"] = .array(info.keywords.map(JSONValue.string)) }
        if let time = info.originServerTs { value["origin_server_ts"] = .int(Int64(clamping: time)) }
        if let time = info.taggedAt { value["tagged_at"] = .int(Int64(clamping: time)) }
        change(tag) { $0[eventId] = .object(value) }
    }

    /// Removes a tag from an event.
    public mutating func untagEvent(_ eventId: String, tag: String) { change(tag) { $0[eventId] = nil } }

    private mutating func change(_ tag: String, _ body: (inout JSONObject) -> Void) {
        var tags = content["tags"]?.objectValue ?? [:]
        var events = tags[tag]?.objectValue ?? [:]
        body(&events)
        tags[tag] = events.isEmpty ? nil : .object(events)
        content["tags"] = .object(tags)
    }
}
