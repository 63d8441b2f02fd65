import HeraldLocks
import SDNClient
import SDNFolds
import SDNValues
import SDNWire

extension MXRoom {
    /// Returns a thread as a live list: the event that begins it, and the events in it, with the same items and changes as
    /// ``timelineUpdates(limit:hidesThreads:)``. Readers are those whose receipt in this thread, or for the whole room, is at an item.
    ///
    /// ```swift
    /// let thread = try await room.threadTimelineUpdates(rootId: item.original.eventId)
    /// try await room.sendTextMessage("An answer", threadId: item.original.eventId)
    /// for await batch in thread { items.apply(batch) }
    /// ```
    /// - Parameters:
    ///   - rootId: the ID of the event that begins the thread.
    ///   - limit: the greatest number of items in the first snapshot, which is read only from the store.
    ///     ``MXTimelineUpdates/loadOlder(_:onlyFromStore:)`` brings older ones, from the node if the store lacks them.
    /// - Throws: ``/SDNValues/SDNSDKError`` when the store cannot be read.
    public func threadTimelineUpdates(rootId: String, limit: UInt = 50) async throws -> MXTimelineUpdates {
        let feed = TimelineFeed(myUserId: mxSession.myUserId, hidesThreads: false, threadRootId: rootId)
        liveTimeline.feeds.add(feed)
        try await mxSession.gate.run {
            try await self.begin(feed, thread: rootId, limit: Int(clamping: limit))
        }
        return MXTimelineUpdates(room: self, feed: feed)
    }

    /// Begins a list of a thread. This method is called only inside the session's gate.
    func begin(_ feed: TimelineFeed, thread rootId: String, limit: Int) async throws {
        let (roomId, userId) = (roomId, mxSession.myUserId)
        let names = try await liveTimeline.loadState().presentNames
        let page = try await mxSession.store.read { store -> TimelineFeed.Page in
            var page = try store.threadPage(rootId, inRoom: roomId, before: nil, limit: limit, passesGap: false)
            page.levels = try store.powerLevels(ofRoom: roomId)
            page.receipts += try store.receipts(
                ofUser: userId, inThread: page.events.map(\.event.eventId), before: nil, inRoom: roomId)
            page.profiles += try store.profiles(of: [userId], inRoom: roomId)
            page.names = names
            return page
        }
        feed.begin(page, echoes: outgoingMessages(), ignored: mxSession.ignored)
    }
}

extension MXTimelineUpdates {
    /// Adds older events of a thread, from the store as far as it has them without gap, and then from the node.
    func loadOlder(_ count: Int, inThread rootId: String, onlyFromStore: Bool) async throws {
        let (room, feed, before) = (room, feed, feed.count)
        var idle = 0
        while feed.count - before < count, !feed.start.hasReachedStart {
            try Task.checkCancellation()
            let (missing, shown) = (count - (feed.count - before), feed.count)
            if !feed.hasAskedForThread {
                try await room.mxSession.gate.run {
                    try await self.loadStored(missing, ofThread: rootId, passesGap: onlyFromStore)
                }
            }
            if feed.count > shown || feed.start.hasReachedStart { continue }
            if onlyFromStore { return }
            let (token, resets) = (feed.threadToken, feed.start.resets)
            let answer = try await room.mxSession.sdnRestClient.relations(
                forEvent: rootId, inRoom: room.roomId, relationType: MXEventContentRelatesTo.RelationType.thread,
                from: token, limit: UInt(Swift.min(Swift.max(missing, 20), 100)))
            var events = answer.chunk
            if answer.nextBatch == nil {
                do {
                    events.append(try await room.event(withEventId: rootId))
                } catch let error as MXError where error.httpStatus == 403 || error.httpStatus == 404 {
                    // The user may not read the root, so the thread begins with its first event.
                }
            }
            let page = try await self.threadPage(events, hasReachedStart: answer.nextBatch == nil)
            await room.mxSession.gate.run { feed.addThread(page, token: answer.nextBatch, resets: resets) }
            idle = feed.count > shown ? 0 : idle + 1
            guard idle < HistoryPages.emptyPagesAllowed else { throw HistoryPages.tooManyEmptyPages }
        }
    }

    /// Adds stored events of a thread. This method is called only inside the session's gate.
    private func loadStored(_ limit: Int, ofThread rootId: String, passesGap: Bool) async throws {
        let (roomId, resets, oldest) = (room.roomId, feed.start.resets, feed.oldestThreadEventId)
        let userId = room.mxSession.myUserId
        let page = try await room.mxSession.store.read { store -> TimelineFeed.Page in
            var page = try store.threadPage(
                rootId, inRoom: roomId, before: oldest, limit: limit, passesGap: passesGap)
            page.receipts += try store.receipts(
                ofUser: userId, inThread: page.events.map(\.event.eventId), before: oldest, inRoom: roomId)
            return page
        }
        feed.add(page, resets: resets)
    }

    /// Returns events from the node, newest first, with what the store has about them.
    private func threadPage(_ events: [MXEvent], hasReachedStart: Bool) async throws -> TimelineFeed.Page {
        let roomId = room.roomId
        return try await room.mxSession.store.read { store in
            var page = TimelineFeed.Page(events: [], start: nil)
            for event in events where !event.eventId.isEmpty {
                let stored = try store.event(event.eventId, inRoom: roomId)
                page.events.append(
                    (stored ?? event, try store.relatedEvents(to: event.eventId, inRoom: roomId)))
                if stored == nil { page.unstored.insert(event.eventId) }
                page.receipts += try store.receipts(onEvent: event.eventId, inRoom: roomId)
                for part in try store.parts(of: event.eventId, inRoom: roomId) {
                    page.receipts += try store.receipts(onEvent: part.eventId, inRoom: roomId)
                }
            }
            page.hasReachedStart = hasReachedStart
            try store.complete(&page, inRoom: roomId)
            return page
        }
    }
}

extension TimelineFeed {
    var threadToken: String? { state.withLock { $0.threadToken } }
    var hasAskedForThread: Bool { state.withLock { $0.hasAskedForThread } }
    /// The oldest event of the thread that the list has, without the root.
    var oldestThreadEventId: String? {
        state.withLock { state in state.model.oldestEventId(except: threadRootId) }
    }

    /// Adds a page of a thread that the node sent.
    func addThread(_ page: Page, token: String?, resets: Int) {
        state.withLock { state in
            guard state.resets == resets else { return }
            (state.threadToken, state.hasAskedForThread) = (token, true)
            state.hasReachedStart = page.hasReachedStart
            state.model.noteUnstored(page.unstored)
            Self.prepend(page, to: &state)
            send(&state)
        }
    }
}

extension MXStoreReader {
    /// Returns the newest stored events of a thread, newest first, each with its related events, and the root after the oldest one.
    /// - Parameters:
    ///   - eventId: the event before which the events are; `nil` for the newest ones.
    ///   - limit: the greatest number of events.
    ///   - passesGap: true for all stored events; false for those after the newest gap of the stored history.
    func threadPage(_ rootId: String, inRoom roomId: String, before eventId: String?, limit: Int, passesGap: Bool)
        throws
        -> TimelineFeed.Page
    {
        var page = TimelineFeed.Page(events: [], start: nil)
        let first = passesGap ? nil : try firstSegmentWithoutGap(ofRoom: roomId)
        let end = try eventId.flatMap { try position(ofEvent: $0, inRoom: roomId) }
        var places: [(event: MXEvent, place: MXTimelinePosition)] = []
        for event in try events(
            relatedTo: rootId, inRoom: roomId, by: MXEventContentRelatesTo.RelationType.thread)
        {
            guard let place = try position(ofEvent: event.eventId, inRoom: roomId),
                first.map({ place.segment >= $0 }) ?? true, end.map({ place < $0 }) ?? true
            else { continue }
            places.append((event, place))
        }
        places.sort { $0.place > $1.place }
        var found = Array(places.prefix(max(limit, 1)))
        let oldest = found.last?.place
        if places.count <= limit, let root = try event(rootId, inRoom: roomId),
            let place = try position(ofEvent: rootId, inRoom: roomId), first.map({ place.segment >= $0 }) ?? true
        {
            found.append((root, place))
            page.hasReachedStart = true
        }
        // A part of an older event of the thread can be newer than the page. Receipts at it are shown on the event before it. The session's gate is
        // closed meanwhile, so only the newest of these events and parts are looked at. Nothing but receipts depends on it.
        let older = places.dropFirst(max(limit, 1)).prefix(Self.olderEvents).map { (event: $0.event, isFound: false) }
        var left = TimelineFeed.Page.events(for: limit)
        for (target, isFound) in found.map({ (event: $0.event, isFound: true) }) + older where left > 0 {
            let parts = try parts(of: target.eventId, inRoom: roomId).prefix(left)
            left -= parts.count
            for part in parts {
                if let place = try position(ofEvent: part.eventId, inRoom: roomId),
                    oldest.map({ place > $0 }) ?? true, end.map({ place < $0 }) ?? true
                {
                    found.append((part, place))
                } else if isFound {
                    page.receipts += try receipts(onEvent: part.eventId, inRoom: roomId)
                }
            }
        }
        for event in found.sorted(by: { $0.place > $1.place }).map(\.event) {
            page.events.append((event, try relatedEvents(to: event.eventId, inRoom: roomId)))
            page.receipts += try receipts(onEvent: event.eventId, inRoom: roomId)
        }
        try complete(&page, inRoom: roomId)
        return page
    }

    /// Returns the reactions, edits and votes of an event, the latest first. They have receipts and are no items.
    fileprivate func parts(of eventId: String, inRoom roomId: String) throws -> [MXEvent] {
        try MXEventContentRelatesTo.RelationType.parts.flatMap {
            try events(relatedTo: eventId, inRoom: roomId, by: $0).reversed()
        }.sorted { $0.originServerTs > $1.originServerTs }
    }

    /// The number of events of a thread before a page whose reactions, edits and votes may be in the page.
    private static var olderEvents: Int { 200 }

    /// Returns the oldest segment from which on no event is missing.
    private func firstSegmentWithoutGap(ofRoom roomId: String) throws -> Int64? {
        guard var current = try newestSegment(ofRoom: roomId) else { return nil }
        while current.isComplete, let older = try segment(olderThan: current) { current = older }
        return current.id
    }
}
