import GRDB
import HeraldJSON

/// A page of consecutive events that a reader may see and a filter admits.
struct TimelinePage: Sendable {
    /// The most events and bytes of content that one request reads. Events that a filter leaves out cost as much as others. Without a limit, one
    /// request could read the whole history.
    struct WorkLimit: Sendable {
        var events = 5_000
        var bytes = 16 << 20

        static let standard = WorkLimit()
    }

    /// The events in the order of reading.
    var events: [StoredEvent] = []
    /// True if the range has more events, or may have. Reading continues at ``edge``.
    var hasMore = false
    /// The position at which a page with more ended: its last event, or the last event that was read.
    private(set) var edge: Int64?
    /// The number of events that were read, and the bytes of their content.
    private(set) var looked = 0, lookedBytes = 0

    /// Reads up to `limit` events with `lower` < position ≤ `upper`, and fewer if that takes too much work.
    /// - Parameters:
    ///   - stopsAtHiddenState: true if the page ends, as one with more, at a state event that the reader may not see. A reader who applies the page
    ///     to the state before it then misses no change.
    ///   - bytes: the most bytes of content on the page, without that of its first event.
    static func read(
        room: RoomRecord, after lower: Int64, upTo upper: Int64, newestFirst: Bool, limit: Int, history: HistoryAccess,
        matcher: EventMatcher,
        stopsAtHiddenState: Bool = false, workLimit: WorkLimit = .standard, bytes: Int = PageSpace.bytes,
        in db: Database
    ) throws -> TimelinePage {
        let upper = min(upper, history.upperBound)
        guard lower < upper else { return TimelinePage() }
        var page = TimelinePage(), left = workLimit, space = bytes
        let stretches = stopsAtHiddenState ? [(lower + 1)...upper] : history.readable(upTo: upper, includesOwn: true)
        for stretch in newestFirst ? stretches.reversed() : stretches where stretch.upperBound > lower && !page.hasMore
        {
            left.events -= 1
            try EventStore.walk(
                room: room.rowID, after: max(lower, stretch.lowerBound - 1), upTo: stretch.upperBound,
                newestFirst: newestFirst, in: db
            ) { event in
                left.events -= 1
                left.bytes -= event.content.count
                guard history.allows(event) else {
                    guard stopsAtHiddenState, event.stateKey != nil else { return page.goesOn(left, event) }
                    return page.ends(at: event.ord)
                }
                guard matcher.admits(event) else { return page.goesOn(left, event) }
                guard page.events.count < limit, page.events.isEmpty || event.content.count <= space else {
                    return page.ends(at: page.events.last?.ord ?? event.ord)
                }
                space -= event.content.count
                page.events.append(event)
                return page.goesOn(left, event)
            }
        }
        (page.looked, page.lookedBytes) = (workLimit.events - left.events, workLimit.bytes - left.bytes)
        return page
    }

    /// Moves the events from an index on to the next page.
    mutating func end(before index: Int) {
        events.removeSubrange(index...)
        hasMore = true
        if let last = events.last { edge = last.ord }
    }

    private mutating func goesOn(_ left: WorkLimit, _ event: StoredEvent) -> Bool {
        guard left.events > 0, left.bytes > 0 else { return ends(at: event.ord) }
        return true
    }

    private mutating func ends(at position: Int64) -> Bool {
        hasMore = true
        edge = position
        return false
    }
}

/// The bytes that a page of an answer still has room for. A page ends by bytes, whatever number of entries was requested. The page's token leads to
/// the rest.
struct PageSpace: Sendable {
    /// The bytes of JSON after which a page ends, with everything that belongs to its entries. The first entry is included whatever its size.
    static let bytes = 1 << 20

    private(set) var left: Int
    private var isEmpty = true

    init(_ bytes: Int = PageSpace.bytes) { left = bytes }

    /// Counts an entry and returns true if there is room for it.
    /// - Parameter reserve: the bytes that stay free for others.
    mutating func takes(_ bytes: Int, leaving reserve: Int = 0) -> Bool {
        guard isEmpty || bytes <= left - reserve else { return false }
        isEmpty = false
        left -= min(left, bytes)
        return true
    }
}

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

    /// Adds the data of a sender whose event is in the answer anyway.
    mutating func take(sender: String) throws {
        guard !known.contains(sender) else { return }
        let piece = try ofSender(sender)
        _ = space.takes(piece?.count ?? 0)
        note(sender, piece)
    }

    /// Returns the JSON of an event; `nil` if there is no room for it.
    /// - Parameter reserve: the bytes that stay free for others.
    mutating func take(_ event: StoredEvent, leaving reserve: Int = 0) throws -> [UInt8]? {
        var json: [UInt8] = []
        try writer.append(event, to: &json)
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

extension JSONText {
    /// Returns a JSON array of elements that are already JSON.
    static func array(_ elements: some Sequence<[UInt8]>) -> [UInt8] {
        list(elements, from: "[", to: "]")
    }

    /// Returns a JSON object of members that are already JSON, each with its name.
    static func object(_ members: some Sequence<[UInt8]>) -> [UInt8] {
        list(members, from: "{", to: "}")
    }

    private static func list(_ items: some Sequence<[UInt8]>, from open: Unicode.Scalar, to close: Unicode.Scalar)
        -> [UInt8]
    {
        var text = [UInt8(ascii: open)]
        for item in items {
            if text.count > 1 { text.append(UInt8(ascii: ",")) }
            text += item
        }
        text.append(UInt8(ascii: close))
        return text
    }
}
