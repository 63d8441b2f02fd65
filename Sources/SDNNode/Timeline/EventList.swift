import SDNWire

/// The events of an answer as JSON, as long as the page has room for them and for the data of their senders.
struct EventList {
    private let writer: ClientEventWriter
    private var space: PageSpace
    private let ofSender: (String) throws -> [UInt8]?
    /// The data of the senders, in the order of their first events.
    private(set) var senders: [[UInt8]] = []
    private var known: Set<String> = []

    /// - Parameter ofSender: returns the data to add for a sender, once for each. Defaults to none.
    init(
        _ writer: ClientEventWriter, in space: PageSpace = PageSpace(),
        ofSender: @escaping (String) throws -> [UInt8]? = { _ in nil }
    ) {
        self.writer = writer
        self.space = space
        self.ofSender = ofSender
    }

    /// The bytes that are left.
    var left: Int { space.left }

    /// Adds the data of the sender of an event that is already in the answer, even if there is no room left.
    mutating func take(sender: String) throws {
        guard !known.contains(sender) else { return }
        let piece = try ofSender(sender)
        _ = space.takes(piece?.count ?? 0)
        note(sender, piece)
    }

    /// Returns the JSON of an event; `nil` if there is no room for it.
    /// - Parameter reserve: the bytes that stay free for later events.
    mutating func take(_ event: StoredEvent, leaving reserve: Int = 0) throws -> [UInt8]? {
        let json = try writer.json(of: event)
        let piece = known.contains(event.sender) ? nil : try ofSender(event.sender)
        guard space.takes(json.count + (piece?.count ?? 0), leaving: reserve) else { return nil }
        note(event.sender, piece)
        return json
    }

    /// Returns the JSON of each event of a page, and ends the page where there is no more room.
    mutating func take(_ page: inout TimelinePage, leaving reserve: Int = 0) throws -> [[UInt8]] {
        var taken: [[UInt8]] = []
        for event in page.events {
            guard let json = try take(event, leaving: reserve) else {
                page.end(before: taken.count)
                break
            }
            taken.append(json)
        }
        return taken
    }

    private mutating func note(_ sender: String, _ piece: [UInt8]?) {
        guard known.insert(sender).inserted, let piece else { return }
        senders.append(piece)
    }
}
