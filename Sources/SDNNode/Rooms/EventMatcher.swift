import HeraldJSON
import SDNWire

/// A room-event filter applied to stored events of one room, and who is ignored; its lists are made ready once for a whole walk.
struct EventMatcher: Sendable {
    let filter: RoomEventFilter
    /// Of these nothing but state is shown.
    private let ignored: Set<String>
    private let admitsRoom: Bool
    private let types: EventTypePatterns?
    private let notTypes: EventTypePatterns
    private let senders: Set<String>?
    private let notSenders: Set<String>

    init(_ filter: RoomEventFilter, room: String, ignored: Set<String> = []) {
        self.filter = filter
        self.ignored = ignored
        self.admitsRoom = filter.admits(room: room)
        self.types = filter.types.map(EventTypePatterns.init)
        self.notTypes = EventTypePatterns(filter.notTypes)
        self.senders = filter.senders.map(Set.init)
        self.notSenders = Set(filter.notSenders)
    }

    func admits(_ event: StoredEvent) -> Bool {
        if !ignored.isEmpty, event.stateKey == nil, ignored.contains(event.sender) { return false }
        guard admitsRoom, !notSenders.contains(event.sender), senders?.contains(event.sender) ?? true else { return false }
        guard !notTypes.matches(event.type), types?.matches(event.type) ?? true else { return false }
        // Content is looked at only for the one filter that asks for it.
        guard let wanted = filter.containsURL else { return true }
        return wanted == Self.hasURL(event)
    }

    private static func hasURL(_ event: StoredEvent) -> Bool {
        guard let content = try? JSONDocument(event.content) else { return false }
        return content.root["url"]?.kind == .string
    }
}

extension RoomEventFilter {
    /// Reads the `filter` of messages and context, a JSON text.
    /// - Throws: `M_INVALID_PARAM`.
    init(text: String?) throws(MatrixError) {
        guard let text, !text.isEmpty else {
            self.init()
            return
        }
        do {
            try self.init(json: JSONReader(JSONValue(parsing: text, limits: .filter)))
        } catch {
            throw MatrixError(.invalidParam, "filter: \(error).")
        }
    }
}

extension JSONLimits {
    /// Filters are kept and read again for every sync.
    static let filter = JSONLimits(maxBytes: 64 << 10)
}
