import GRDB

/// A run of events that a reader may see and a filter admits.
struct TimelinePage: Sendable {
    /// How much of a room one request looks at, in events and in bytes of content. What a filter leaves out costs as much as what it lets
    /// through: without a bound one request could read the whole history.
    struct Effort: Sendable {
        var events = 5_000
        var bytes = 16 << 20

        static let standard = Effort()
    }

    /// In the order of the walk.
    var events: [StoredEvent] = []
    /// Whether the range holds more of them, or may: the walk goes on behind ``edge``.
    var hasMore = false
    /// Where the walk ended that has more: at the last event of the page, or at the last one that was looked at.
    private(set) var edge: Int64?
    /// How many events were looked at, and how many bytes of content.
    private(set) var looked = 0, lookedBytes = 0

    /// Reads up to `limit` events with `lower` < position ≤ `upper`, fewer when that is much work.
    /// - Parameters:
    ///   - stopsAtHiddenState: ends the page, as one that has more, at state that the reader may not see. A reader who folds the page over
    ///     the state before it then never misses a change in between.
    ///   - bytes: how much content the page has, from its second event on.
    static func read(
        room: RoomRecord, after lower: Int64, upTo upper: Int64, newestFirst: Bool, limit: Int, history: HistoryAccess, matcher: EventMatcher,
        stopsAtHiddenState: Bool = false, effort: Effort = .standard, bytes: Int = PageSpace.bytes, in db: Database
    ) throws -> TimelinePage {
        let upper = min(upper, history.upperBound)
        guard lower < upper else { return TimelinePage() }
        var page = TimelinePage(), left = effort, space = bytes
        let stretches = stopsAtHiddenState ? [(lower + 1)...upper] : history.readable(upTo: upper, includesOwn: true)
        for stretch in newestFirst ? stretches.reversed() : stretches where stretch.upperBound > lower && !page.hasMore {
            left.events -= 1
            try EventStore.walk(
                room: room.nid, after: max(lower, stretch.lowerBound - 1), upTo: stretch.upperBound, newestFirst: newestFirst, in: db
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
        (page.looked, page.lookedBytes) = (effort.events - left.events, effort.bytes - left.bytes)
        return page
    }

    /// Leaves the events from one on to the next page.
    mutating func end(before index: Int) {
        events.removeSubrange(index...)
        hasMore = true
        if let last = events.last { edge = last.ord }
    }

    private mutating func goesOn(_ left: Effort, _ event: StoredEvent) -> Bool {
        guard left.events > 0, left.bytes > 0 else { return ends(at: event.ord) }
        return true
    }

    private mutating func ends(at position: Int64) -> Bool {
        hasMore = true
        edge = position
        return false
    }
}
