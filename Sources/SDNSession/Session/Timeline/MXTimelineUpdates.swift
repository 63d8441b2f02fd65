import HeraldLocks
import SDNFolds
import SDNValues
import SDNWire

/// The newest part of a room's timeline as a live list: first a snapshot, then batches of changes to it. Edits, reactions, replies, threads, polls,
/// redactions and unsent messages are included in its items (SDN sheet 5.8, 9.4).
///
/// ```swift
/// var items: [MXTimelineItem] = []
/// for await batch in try await room.timelineUpdates() {
///     items.apply(batch)
/// }
/// ```
///
/// Applying every batch in order always gives the same list as a new snapshot. Nothing is lost between the snapshot and the first batch.
/// When more than 1,024 changes are unread, the whole current list replaces them. With ``maximumItemCount``, memory does
/// not grow with the room. Of the events that are no items, such as positions, only the newest 2,000 or so stay in memory. After a sync that
/// skipped events, the list begins anew after the gap; ``loadOlder(_:onlyFromStore:)`` closes it. The object can be iterated over several times,
/// also at the same time: the first iterator receives all batches, and each later one begins with the list as it is then. The list ends when the
/// object is released.
public final class MXTimelineUpdates: AsyncSequence, Sendable {
    /// The element of the sequence.
    public typealias Element = MXTimelineBatch
    let room: MXRoom
    let feed: TimelineFeed
    let loading = SerialGate()

    init(room: MXRoom, feed: TimelineFeed) {
        self.room = room
        self.feed = feed
    }

    deinit { feed.finish() }

    /// The current list. The iterator may not yet have delivered the changes that led to it.
    public var items: [MXTimelineItem] { feed.items }

    /// True when ``loadOlder(_:onlyFromStore:)`` may load more.
    public var hasOlder: Bool { feed.isPastGap || !feed.start.hasReachedStart }

    /// Adds older events to the list, from the store and then from the node. The sequence delivers them like all other changes. When a user
    /// is no longer ignored, the list may show stored history that has to be requested again. That history is then requested first, and the
    /// list begins anew.
    /// - Parameters:
    ///   - count: the number of items to add.
    ///   - onlyFromStore: true does not ask the node.
    /// - Throws: the errors of the requests to the node.
    public func loadOlder(_ count: UInt, onlyFromStore: Bool = false) async throws {
        // The limit is more than any list holds. It prevents an overflow: a gap may shorten the list in the meantime, and then more items are missing
        // than `count`.
        let wanted = Int(Swift.min(count, 1 << 31))
        if let rootId = feed.threadRootId {
            return try await loading.run {
                try await self.loadOlder(wanted, inThread: rootId, onlyFromStore: onlyFromStore)
            }
        }
        try await loading.run {
            defer { self.feed.trimNewest() }
            let before = self.feed.count
            var idle = 0
            while self.feed.count - before < wanted, idle < HistoryPages.emptyPagesAllowed {
                try Task.checkCancellation()
                let missing = wanted - (self.feed.count - before)
                if !onlyFromStore, self.feed.isPastGap {
                    let count = self.feed.count
                    try await self.room.askAnew(for: self.feed, missing)
                    idle = self.feed.count > count ? 0 : idle + 1
                    continue
                }
                switch try await self.room.mxSession.gate.run({
                    try await self.loadStored(missing, passesGap: onlyFromStore)
                }) {
                case .added: idle = 0
                case .atStart: return
                case .needsPage(let segment):
                    if onlyFromStore { return }
                    idle += 1
                    try await HistoryPages(session: self.room.mxSession, roomId: self.room.roomId).fill(
                        before: segment, limit: missing)
                }
            }
        }
    }

    fileprivate enum Step: Sendable {
        case added, atStart
        case needsPage(MXTimelineSegment)
    }

    /// Adds stored events to the list. This method is called only inside the session's gate.
    fileprivate func loadStored(_ limit: Int, passesGap: Bool) async throws -> Step {
        let (start, hasReachedStart, resets) = feed.start
        let (roomId, startId) = (room.roomId, feed.startEventId)
        let model = TimelineModel(
            myUserId: room.mxSession.myUserId, hidesThreads: feed.hidesThreads, ignored: room.mxSession.ignored)
        guard start != nil || startId != nil, !hasReachedStart else { return .atStart }
        let read = try await room.mxSession.store.read { store -> (TimelineFeed.Page, MXTimelineSegment?)? in
            let place = try startId.flatMap { try store.position(ofEvent: $0, inRoom: roomId) }
            guard let position = place ?? start else { return nil }
            let found = try store.page(
                before: position, inRoom: roomId, limit: limit, passesGap: passesGap, shown: model.isShown)
            return (found.page, found.gap)
        }
        guard let (page, gap) = read else { return .atStart }
        guard !page.events.isEmpty || page.hasReachedStart else { return gap.map(Step.needsPage) ?? .atStart }
        feed.add(page, resets: resets)
        return page.events.isEmpty ? .atStart : .added
    }

    /// Returns an iterator. The first iterator receives all batches since the list began. Each later iterator begins with a
    /// ``/SDNFolds/MXTimelineDiff/reset(_:)`` to the list as it is now. Iterators do not take batches from one another.
    public func makeAsyncIterator() -> Iterator {
        let reader = feed.makeReader()
        return Iterator(inner: reader.signals.makeAsyncIterator(), reader: reader, owner: self)
    }

    /// Delivers one batch after the other. The first one is a ``/SDNFolds/MXTimelineDiff/reset(_:)``.
    public struct Iterator: AsyncIteratorProtocol {
        var inner: AsyncStream<Void>.Iterator
        let reader: TimelineFeed.Reader
        /// Keeps the list alive as long as the iterator exists.
        let owner: MXTimelineUpdates
        /// Returns the next changes; `nil` when the room was left or the session closed.
        public mutating func next() async -> MXTimelineBatch? {
            while true {
                if let batch = reader.take() { return batch }
                guard await inner.next() != nil else { return reader.take() }
            }
        }
    }
}

extension MXRoom {
    /// Returns the room's timeline as a live list, for example for a table on the screen.
    /// - Parameters:
    ///   - limit: the greatest number of items in the first snapshot, which is read only from the store. When very many of the newest events are
    ///     no items, there may be fewer, and ``MXTimelineUpdates/loadOlder(_:onlyFromStore:)`` brings more.
    ///   - hidesThreads: true leaves out events in threads. A thread is then shown only as a summary at its root.
    /// - Throws: ``/SDNValues/SDNSDKError`` when the store cannot be read.
    public func timelineUpdates(limit: UInt = 50, hidesThreads: Bool = false) async throws -> MXTimelineUpdates {
        let feed = TimelineFeed(myUserId: mxSession.myUserId, hidesThreads: hidesThreads)
        liveTimeline.feeds.add(feed)
        try await mxSession.gate.run {
            try await self.begin(feed, limit: Int(clamping: limit), hidesThreads: hidesThreads)
        }
        let list = MXTimelineUpdates(room: self, feed: feed)
        // Other work, such as that of a sync, has its turn between two pages.
        for _ in 0..<MXRoom.furtherPages where feed.isCutShort {
            let missing = Int(clamping: limit) - feed.count
            if missing > 0 {
                _ = try await mxSession.gate.run { try await list.loadStored(missing, passesGap: true) }
            }
        }
        return list
    }

    /// The number of further pages that are read when the newest events of a room are no items.
    private static let furtherPages = 5

    /// Begins a list. This method is called only inside the session's gate.
    func begin(_ feed: TimelineFeed, limit: Int, hidesThreads: Bool) async throws {
        if let rootId = feed.threadRootId { return try await begin(feed, thread: rootId, limit: limit) }
        let (roomId, ignored, userId) = (roomId, mxSession.ignored, mxSession.myUserId)
        let names = try await liveTimeline.loadState().presentNames
        let model = TimelineModel(myUserId: mxSession.myUserId, hidesThreads: hidesThreads, ignored: ignored)
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

    /// Requests from the node the history that the list has read from the store. At least one page from the node replaces stored events.
    /// The list then begins anew.
    /// - Parameters:
    ///   - feed: the list.
    ///   - missing: the number of items that the list should have in addition to those that it shows.
    fileprivate func askAnew(for feed: TimelineFeed, _ missing: Int) async throws {
        let (session, roomId, wanted) = (mxSession, roomId, feed.count + missing)
        func gap() async throws -> (segment: MXTimelineSegment, count: Int)? {
            try await session.store.read { store in
                guard let id = try store.segmentAskedAnew(inRoom: roomId), let segment = try store.segment(id) else {
                    return nil
                }
                return (segment, try store.eventCount(inSegment: id, before: .max))
            }
        }
        // The first pages bring items that the list already shows. The list is therefore read from the store only once, after enough pages
        // were stored.
        var (count, idle) = (-1, 0)
        var failure: (any Error)?
        do {
            while let gap = try await gap(), count < 0 || gap.count < wanted {
                try Task.checkCancellation()
                idle = gap.count > count ? 0 : idle + 1
                guard idle < HistoryPages.emptyPagesAllowed else { throw HistoryPages.tooManyEmptyPages }
                count = gap.count
                try await HistoryPages(session: session, roomId: roomId).fill(
                    before: gap.segment, limit: max(wanted - gap.count, missing))
            }
        } catch {
            failure = error
        }
        // The list is read again even if the node did not answer, because earlier pages may have replaced events that the list shows.
        try await session.gate.run { try await self.begin(feed, limit: wanted, hidesThreads: feed.hidesThreads) }
        if let failure { throw failure }
    }

    /// Begins the room's live lists anew with the stored history.
    func renewFeeds() async throws {
        for feed in liveTimeline.feeds.all {
            try await mxSession.gate.run {
                try await self.begin(feed, limit: max(feed.count, 20), hidesThreads: feed.hidesThreads)
            }
        }
    }
}

extension MXRoom {
    /// Begins the room's live lists anew, because the ignored users have changed. If the history has to be requested again, the node's newest page is
    /// requested first, so that the lists do not begin with a gap.
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
