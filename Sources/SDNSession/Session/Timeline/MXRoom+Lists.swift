import HeraldLocks
import SDNFolds
import SDNValues
import SDNWire

// Begins the live lists of the room and of its threads, and begins them anew.
extension MXRoom {
    /// The number of further pages that are read when the newest events of a room are no items.
    private static let furtherPages = 5
    /// This number applies to a list that had items and would have none.
    private static let pagesToFirstItem = 50

    /// Begins a list, or begins it anew. While a page ends without enough items, because very many of its events are none, further pages are read.
    /// Other work, such as that of a sync, has its turn between two pages. Readers receive the list when the last page was read.
    /// A list begins once at a time.
    /// - Parameter limit: the greatest number of items to begin with; `nil` for as many as the list has, and at least 20.
    func begin(_ feed: TimelineFeed, limit: Int?) async throws {
        try await feed.beginning.run {
            feed.noteRenewal()
            try await self.beginAlone(feed, limit: limit ?? max(feed.count, 20))
        }
    }

    private func beginAlone(_ feed: TimelineFeed, limit: Int) async throws {
        let hadItems = feed.count > 0
        defer { feed.release() }
        try await mxSession.gate.run {
            guard let rootId = feed.threadRootId else { return try await self.beginInGate(feed, limit: limit) }
            try await self.begin(feed, thread: rootId, limit: limit)
        }
        var pages = 0
        while feed.isCutShort, feed.count < limit {
            guard pages < (hadItems && feed.count == 0 ? Self.pagesToFirstItem : Self.furtherPages) else { return }
            pages += 1
            let missing = limit - feed.count
            let step = try await mxSession.gate.run {
                try await self.loadStored(missing, into: feed, passesGap: true)
            }
            guard case .added = step else { return }
        }
    }

    /// Begins a list of the room with one page. This method is called only inside the session's gate.
    private func beginInGate(_ feed: TimelineFeed, limit: Int) async throws {
        let (roomId, ignored, userId) = (roomId, mxSession.ignored, mxSession.myUserId)
        let names = try await liveTimeline.loadState().presentNames
        let model = TimelineModel(myUserId: userId, hidesThreads: feed.hidesThreads, ignored: ignored)
        let page = try await mxSession.store.read { store -> TimelineFeed.Page in
            guard let end = try store.newestSegment(ofRoom: roomId)?.endPosition else {
                return TimelineFeed.Page(events: [], start: nil)
            }
            var page = try store.page(before: end, inRoom: roomId, limit: limit, passesGap: true, shown: model.isShown)
                .page
            page.levels = try store.powerLevels(ofRoom: roomId)
            page.readMarkerId = try store.room(roomId)?.readMarkerEventId
            page.receipts += try store.receipts(ofUser: userId, inRoom: roomId)
            // An echo shows the user's own profile, also in a room where the user has not sent anything.
            page.profiles += try store.profiles(of: [userId], inRoom: roomId)
            page.names = names
            return page
        }
        feed.begin(page, echoes: outgoingMessages(), ignored: ignored)
    }

    /// The result of reading stored events.
    enum StoredStep: Sendable {
        case added, atStart
        case needsPage(MXTimelineSegment)
    }

    /// Adds stored events to a list of the room. This method is called only inside the session's gate.
    func loadStored(_ limit: Int, into feed: TimelineFeed, passesGap: Bool) async throws -> StoredStep {
        let (start, hasReachedStart, resets) = feed.start
        let (roomId, startId) = (roomId, feed.startEventId)
        let model = TimelineModel(
            myUserId: mxSession.myUserId, hidesThreads: feed.hidesThreads, ignored: mxSession.ignored)
        guard start != nil || startId != nil, !hasReachedStart else { return .atStart }
        let read = try await mxSession.store.read { store -> (TimelineFeed.Page, MXTimelineSegment?)? in
            let place = try startId.flatMap { try store.position(ofEvent: $0, inRoom: roomId) }
            guard let position = place ?? start else { return nil }
            let found = try store.page(
                before: position, inRoom: roomId, limit: limit, passesGap: passesGap, shown: model.isShown)
            return (found.page, found.gap)
        }
        guard let (page, gap) = read else { return .atStart }
        guard !page.events.isEmpty || page.hasReachedStart else { return gap.map(StoredStep.needsPage) ?? .atStart }
        feed.add(page, resets: resets)
        return page.events.isEmpty ? .atStart : .added
    }

    /// Begins the room's live lists anew with the stored history. A list that already waits for its turn begins only once for both calls.
    func renewFeeds() async throws {
        for feed in liveTimeline.feeds.all where feed.wantsRenewal() { try await begin(feed, limit: nil) }
    }

    /// Begins the room's live lists anew, because the ignored users have changed or the stored history lacks events. If the history has to be requested
    /// again, the node's newest page is requested first, so that the lists do not begin with a gap.
    func renewHistory() async throws {
        try await renewFeeds()
        let (session, roomId) = (mxSession, roomId)
        let gap = try await session.store.read { store -> MXTimelineSegment? in
            guard let newest = try store.newestSegment(ofRoom: roomId),
                try store.segmentAskedAnew(inRoom: roomId) == newest.id
            else { return nil }
            return try store.eventCount(inSegment: newest.id, before: .max) < MXRoom.firstPage ? newest : nil
        }
        guard let gap else { return }
        try await HistoryPages(session: session, roomId: roomId).fill(before: gap, limit: MXRoom.firstPage)
        try await renewFeeds()
    }

    private static let firstPage = 50
}
