import HeraldJSON
import SDNWire

/// A room-event filter applied to stored events of one room.
struct EventMatcher: Sendable {
    let filter: RoomEventFilter
    private let admitsRoom: Bool

    init(_ filter: RoomEventFilter, room: String) {
        self.filter = filter
        self.admitsRoom = filter.admits(room: room)
    }

    func admits(_ event: StoredEvent) -> Bool {
        // Content is looked at only for the one filter that asks for it.
        admitsRoom && filter.admits(type: event.type, sender: event.sender, hasURL: filter.containsURL != nil && Self.hasURL(event))
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
            try self.init(json: JSONReader(JSONValue(parsing: text)))
        } catch {
            throw MatrixError(.invalidParam, "filter: \(error).")
        }
    }
}
