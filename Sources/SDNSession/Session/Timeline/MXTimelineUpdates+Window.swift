import HeraldLocks
import SDNFolds
import SDNValues
import SDNWire

// The part of a long history that a list holds in memory. Lists of threads have no limit.
extension MXTimelineUpdates {
    /// The greatest number of items for events that the list holds; `nil`, the default, for no limit. When new events make the list more than
    /// a quarter longer than this, it drops the oldest items. When ``loadOlder(_:onlyFromStore:)`` makes it longer, it drops the newest
    /// items, and ``hasNewer`` is true. What was dropped stays in the store, so memory does not grow with the room.
    ///
    /// ```swift
    /// let list = try await room.timelineUpdates()
    /// list.maximumItemCount = 400
    /// ```
    public var maximumItemCount: Int? {
        get { feed.maximum }
        set { feed.maximum = newValue }
    }

    /// True when the list does not show the newest events, because it dropped them. New events and local echoes are then not added to it.
    /// ``loadNewer(_:)`` or ``returnToNewest(limit:)`` ends this.
    public var hasNewer: Bool { feed.end.eventId != nil }

    /// Drops the oldest items, so that at most this number of items for events stays, for example when the user leaves the screen.
    /// ``loadOlder(_:onlyFromStore:)`` brings them back from the store.
    public func trim(toNewest count: UInt) { feed.trim(to: Int(clamping: count)) }

    /// Adds newer events to a list that dropped them (``hasNewer``), from the store. After a gap in the stored history, the list begins anew
    /// at the newest end.
    /// - Parameter count: the number of events to add.
    /// - Throws: ``/SDNValues/SDNSDKError`` when the store cannot be read.
    public func loadNewer(_ count: UInt) async throws {
        let (room, feed, wanted) = (room, feed, Int(Swift.min(Swift.max(count, 1), 10_000)))
        try await loading.runUnlessCancelled {
            let hasGap = try await room.mxSession.gate.run { () -> Bool in
                let (eventId, resets) = feed.end
                guard let eventId else { return false }
                let roomId = room.roomId
                let read = try await room.mxSession.store.read {
                    try $0.page(after: eventId, inRoom: roomId, limit: wanted)
                }
                guard let (page, reachesEnd) = read else { return true }
                feed.extend(page, reachesEnd: reachesEnd, resets: resets)
                return false
            }
            if hasGap { try await room.begin(feed, limit: wanted) }
        }
    }

    /// Begins the list anew at the newest end, for example when the user sends a message while older events are shown.
    /// - Parameter limit: the greatest number of items to begin with.
    /// - Throws: ``/SDNValues/SDNSDKError`` when the store cannot be read.
    public func returnToNewest(limit: UInt = 50) async throws {
        let (room, feed, wanted) = (room, feed, Int(Swift.min(limit, 10_000)))
        try await loading.runUnlessCancelled { try await room.begin(feed, limit: wanted) }
    }

    /// Gets a replied-to message that the list does not have (``/SDNFolds/MXInReplyTo/event`` is `nil`), from the store or from the node. The
    /// replies then show it.
    /// - Parameter eventId: the ID of the replied-to message.
    /// - Throws: the errors of ``MXRoom/event(withEventId:)``.
    public func fetchDetails(forEventId eventId: String) async throws {
        let event = try await room.event(withEventId: eventId)
        let roomId = room.roomId
        let (edits, profiles) = try await room.mxSession.store.read { store in
            let bundled = event.bundledEdit(inRoom: roomId)
            return (
                try store.edits(of: event, inRoom: roomId, bundled: bundled),
                try store.profiles(of: [event.sender], inRoom: roomId)
            )
        }
        // The edits stay apart from the message, because they may be redacted later.
        feed.take(quotes: [QuotedEvent(event: event, edits: edits)], profiles: profiles)
    }
}

extension MXStoreReader {
    /// Returns the events after an event, oldest first, each with its related events.
    /// - Returns: the events, and true when none are newer; `nil` when the event is not stored or when events are missing after it.
    fileprivate func page(after eventId: String, inRoom roomId: String, limit: Int) throws -> (
        TimelineFeed.Page, Bool
    )? {
        guard var place = try position(ofEvent: eventId, inRoom: roomId)?.following,
            var current = try segment(place.segment)
        else { return nil }
        var page = TimelineFeed.Page(events: [], start: nil)
        var reachesEnd = false
        while true {
            let found = try events(in: current, from: place.index, limit: max(limit - page.events.count, 1))
            guard !found.isEmpty else {
                guard let newer = try segment(newerThan: current) else {
                    reachesEnd = true
                    break
                }
                guard newer.isComplete else { return nil }
                (current, place) = (newer, MXTimelinePosition(segment: newer.id, index: newer.first))
                continue
            }
            // One look beyond the limit says if the end is reached.
            guard page.events.count < limit else { break }
            for event in found {
                page.events.append((event, try relatedEvents(to: event, inRoom: roomId)))
                page.receipts += try receipts(onEvent: event.eventId, inRoom: roomId)
            }
            let index = max(place.index, current.first).addingReportingOverflow(Int64(found.count)).partialValue
            place = MXTimelinePosition(segment: current.id, index: index)
        }
        try complete(&page, inRoom: roomId)
        return (page, reachesEnd)
    }
}
