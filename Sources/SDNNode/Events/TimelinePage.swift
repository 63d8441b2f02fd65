import GRDB

/// A run of events that a reader may see and a filter admits.
struct TimelinePage: Sendable {
    /// In the order of the walk.
    var events: [StoredEvent] = []
    /// Whether the range holds more of them.
    var hasMore = false

    /// Reads up to `limit` events with `lower` < position ≤ `upper`.
    /// - Parameter stopsAtHiddenState: ends the page, as one that has more, at state that the reader may not see. A reader who folds
    ///   the page over the state before it then never misses a change in between.
    static func read(
        room: RoomRecord, after lower: Int64, upTo upper: Int64, newestFirst: Bool, limit: Int, history: HistoryAccess, matcher: EventMatcher,
        stopsAtHiddenState: Bool = false, in db: Database
    ) throws -> TimelinePage {
        var page = TimelinePage()
        try EventStore.walk(room: room.nid, after: lower, upTo: min(upper, history.upperBound), newestFirst: newestFirst, in: db) { event in
            guard history.allows(event) else {
                guard stopsAtHiddenState, event.stateKey != nil else { return true }
                page.hasMore = true
                return false
            }
            guard matcher.admits(event) else { return true }
            guard page.events.count < limit else {
                page.hasMore = true
                return false
            }
            page.events.append(event)
            return true
        }
        return page
    }
}
