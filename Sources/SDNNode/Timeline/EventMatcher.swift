import GRDB
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

    /// True if the filter admits an event, also by its relations.
    /// - Parameters:
    ///   - reader: the reader, who must be allowed to see a relation that counts.
    ///   - work: the number of events that may still be read. The look-ups of relations and the relations that are read count like events.
    func admits(_ event: StoredEvent, in room: RoomRowID, for reader: HistoryAccess, work: inout Int, _ db: Database)
        throws -> Bool
    {
        guard admits(event) else { return false }
        guard let wanted = matcher.relations else { return true }
        work -= wanted.lookUps
        var read = 0
        defer { work -= read }
        return try RelationRows.isRelated(
            event.eventID, kinds: wanted.kinds, senders: wanted.senders, room: room, limit: max(1, work), in: db
        ) { ord, sender in
            read += 1
            return !ignored.contains(sender) && reader.allows(position: ord)
        }
    }

    /// True if the filter admits an event, apart from its relations.
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
    /// True if the filter leaves out events by their type, sender, content or relations.
    var choosesEvents: Bool {
        types != nil || !notTypes.isEmpty || senders != nil || !notSenders.isEmpty || containsURL != nil
            || !relatedByRelTypes.isEmpty || !relatedBySenders.isEmpty
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
