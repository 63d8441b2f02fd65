import HeraldJSON
import SDNWire

/// Matches stored events of one room with a room-event filter and the ignored users.
struct EventMatcher: Sendable {
    private let matcher: FilterMatcher
    /// The ignored users. Only their state events are shown.
    private let ignored: Set<String>
    private let admitsRoom: Bool

    var filter: RoomEventFilter { matcher.filter }

    init(_ matcher: FilterMatcher, room: String, ignored: Set<String> = []) {
        self.matcher = matcher
        self.ignored = ignored
        self.admitsRoom = matcher.admits(room: room)
    }

    init(_ filter: RoomEventFilter, room: String, ignored: Set<String> = [], limits: FilterLimits = FilterLimits()) {
        self.init(FilterMatcher(filter, work: PatternWork(allowance: limits.work)), room: room, ignored: ignored)
    }

    func admits(_ event: StoredEvent) -> Bool {
        if !ignored.isEmpty, event.stateKey == nil, ignored.contains(event.sender) { return false }
        guard admitsRoom, matcher.admits(type: event.type, sender: event.sender) else { return false }
        // Only `contains_url` depends on the content, so the content is parsed only for this condition.
        guard let wanted = filter.containsURL else { return true }
        return wanted == Self.hasURL(event)
    }

    private static func hasURL(_ event: StoredEvent) -> Bool {
        guard let content = try? JSONDocument(event.content) else { return false }
        return content.root["url"]?.kind == .string
    }
}

extension RoomEventFilter {
    /// True if the filter leaves out events by their type, sender or content.
    var choosesEvents: Bool {
        types != nil || !notTypes.isEmpty || senders != nil || !notSenders.isEmpty || containsURL != nil
    }

    /// Reads the `filter` of messages and context from a JSON text.
    /// - Throws: `M_INVALID_PARAM` if the text is no filter.
    init(text: String?, _ limits: FilterLimits) throws(MatrixError) {
        guard let text, !text.isEmpty else {
            self.init()
            return
        }
        do {
            try self.init(json: JSONReader(JSONValue(parsing: text, limits: JSONLimits(maxBytes: limits.bytes))))
        } catch {
            throw MatrixError(.invalidParam, "filter: \(error).")
        }
    }
}
