import GRDB

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
