import SDNWire
import Synchronization

/// The newest part of a room's timeline as a list that is kept in step: first a snapshot, then batches of changes to it, with edits,
/// reactions, replies, threads, polls, redactions and what is being sent folded in (SDN sheet 5.8, 9.4).
///
/// Applying every batch in order always gives what a new snapshot would. Nothing is lost between the snapshot and the first batch. For a
/// reader that has left 1,024 batches unread the whole list as it is takes their place. After
/// a sync that skipped events the list begins anew behind the gap; ``loadOlder(_:onlyFromStore:)`` closes it. To be iterated over once; letting go
/// of it ends it.
public final class MXTimelineUpdates: AsyncSequence, Sendable {
    /// What the sequence brings.
    public typealias Element = MXTimelineBatch
    private let room: MXRoom
    private let feed: TimelineFeed
    private let loading = SerialGate()

    init(room: MXRoom, feed: TimelineFeed) {
        self.room = room
        self.feed = feed
    }

    deinit { feed.finish() }

    /// The list as it is now; the changes that led to it may still be on their way to the iterator.
    public var items: [MXTimelineItem] { feed.items }

    /// Whether ``loadOlder(_:onlyFromStore:)`` may bring more.
    public var hasOlder: Bool { feed.isPastGap || !feed.start.hasReachedStart }

    /// Takes older events into the list: what is stored, then what the node has. They come with the sequence as everything else. Where the
    /// list shows stored history that the node is to be asked for anew, because somebody is heard again, that is done first, and the list
    /// begins anew.
    /// - Parameters:
    ///   - count: how many items to add.
    ///   - onlyFromStore: whether the node is left alone.
    /// - Throws: what asking the node throws.
    public func loadOlder(_ count: UInt, onlyFromStore: Bool = false) async throws {
        // More than any list holds; a gap meanwhile makes the list shorter, and what is missing more than was asked for.
        let wanted = Int(Swift.min(count, 1 << 31))
        try await loading.run {
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
                switch try await self.room.mxSession.gate.run({ try await self.loadStored(missing, passesGap: onlyFromStore) }) {
                case .added: idle = 0
                case .atStart: return
                case .needsPage(let segment):
                    if onlyFromStore { return }
                    idle += 1
                    try await HistoryPages(session: self.room.mxSession, roomId: self.room.roomId).fill(before: segment, limit: missing)
                }
            }
        }
    }

    private enum Step: Sendable {
        case added, atStart
        case needsPage(MXTimelineSegment)
    }

    /// Only inside the session's gate.
    private func loadStored(_ limit: Int, passesGap: Bool) async throws -> Step {
        let (position, hasReachedStart, resets) = feed.start
        guard let position, !hasReachedStart else { return .atStart }
        let roomId = room.roomId
        let (page, gap) = try await room.mxSession.store.read {
            try $0.page(before: position, inRoom: roomId, limit: limit, passesGap: passesGap, shown: { _ in true })
        }
        guard !page.events.isEmpty || page.hasReachedStart else { return gap.map(Step.needsPage) ?? .atStart }
        feed.add(page, resets: resets)
        return page.events.isEmpty ? .atStart : .added
    }

    /// Goes on where the sequence stands.
    public func makeAsyncIterator() -> Iterator { Iterator(inner: feed.signals.makeAsyncIterator(), owner: self) }

    fileprivate func take() -> MXTimelineBatch? { feed.take() }

    /// Brings one batch after the other; the first one is a ``MXTimelineDiff/reset(_:)``.
    public struct Iterator: AsyncIteratorProtocol {
        var inner: AsyncStream<Void>.Iterator
        /// The list lives as long as somebody iterates over it.
        let owner: MXTimelineUpdates
        /// The next changes; `nil` when the room was left or the session closed.
        public mutating func next() async -> MXTimelineBatch? {
            while true {
                if let batch = owner.take() { return batch }
                guard await inner.next() != nil else { return owner.take() }
            }
        }
    }
}

extension MXRoom {
    /// The room's timeline as a list that is kept in step, for example for a table on the screen.
    /// - Parameters:
    ///   - limit: how many items the first snapshot has at most; it is read from the store alone.
    ///   - hidesThreads: whether what stands in a thread is left out, and only shows as a summary at the thread's root.
    /// - Throws: ``SDNSDKError`` when the store cannot be read.
    public func timelineUpdates(limit: UInt = 50, hidesThreads: Bool = false) async throws -> MXTimelineUpdates {
        let feed = TimelineFeed(myUserId: mxSession.myUserId, hidesThreads: hidesThreads)
        liveTimeline.feeds.add(feed)
        try await mxSession.gate.run { try await self.begin(feed, limit: Int(clamping: limit), hidesThreads: hidesThreads) }
        return MXTimelineUpdates(room: self, feed: feed)
    }

    /// Only inside the session's gate.
    private func begin(_ feed: TimelineFeed, limit: Int, hidesThreads: Bool) async throws {
        let (roomId, ignored) = (roomId, mxSession.ignored)
        let model = TimelineModel(myUserId: mxSession.myUserId, hidesThreads: hidesThreads, ignored: ignored)
        let page = try await mxSession.store.read { store -> TimelineFeed.Page in
            guard let end = try store.newestSegment(ofRoom: roomId)?.endPosition else { return TimelineFeed.Page(events: [], start: nil) }
            var page = try store.page(before: end, inRoom: roomId, limit: limit, passesGap: true, shown: model.isShown).page
            page.levels = try store.powerLevels(ofRoom: roomId)
            return page
        }
        feed.begin(page, echoes: outgoingMessages(), ignored: ignored)
    }

    /// A list that shows history behind a gap before which the node is to be asked anew gets the node's pages in its place, at least one, and
    /// begins anew.
    /// - Parameters:
    ///   - feed: the list.
    ///   - missing: how many items it is to have besides those that it shows.
    fileprivate func askAnew(for feed: TimelineFeed, _ missing: Int) async throws {
        let (session, roomId, wanted) = (mxSession, roomId, feed.count + missing)
        func gap() async throws -> (segment: MXTimelineSegment, count: Int)? {
            try await session.store.read { store in
                guard let id = try store.segmentAskedAnew(inRoom: roomId), let segment = try store.segment(id) else { return nil }
                return (segment, try store.eventCount(inSegment: id, before: .max))
            }
        }
        // What the list shows comes again first, so that it is read from the store once.
        var (count, idle) = (-1, 0)
        var failure: (any Error)?
        do {
            while let gap = try await gap(), count < 0 || gap.count < wanted {
                try Task.checkCancellation()
                idle = gap.count > count ? 0 : idle + 1
                guard idle < HistoryPages.emptyPagesAllowed else { throw HistoryPages.tooManyEmptyPages }
                count = gap.count
                try await HistoryPages(session: session, roomId: roomId).fill(before: gap.segment, limit: max(wanted - gap.count, missing))
            }
        } catch {
            failure = error
        }
        // Also where the node did not answer: pages before may have taken the place of what the list shows.
        try await session.gate.run { try await self.begin(feed, limit: wanted, hidesThreads: feed.hidesThreads) }
        if let failure { throw failure }
    }

    /// Lists that people look at begin anew, because other users are ignored now.
    func renewFeeds() async throws {
        for feed in liveTimeline.feeds.all {
            try await mxSession.gate.run {
                try await self.begin(feed, limit: max(feed.count, 20), hidesThreads: feed.hidesThreads)
            }
        }
    }
}

extension MXStoreReader {
    /// Events before a position, newest first, each with what relates to it, until `limit` of them are shown or there is a gap.
    /// - Parameter passesGap: whether to go on behind the gap of ``segmentAskedAnew(inRoom:)``: what is stored there can be read all the same.
    /// - Returns: the events, and the segment before which the gap is.
    func page(
        before position: MXTimelinePosition, inRoom roomId: String, limit: Int, passesGap: Bool, shown: (MXEvent) -> Bool
    ) throws -> (page: TimelineFeed.Page, gap: MXTimelineSegment?) {
        let passed = passesGap ? try segmentAskedAnew(inRoom: roomId) : nil
        var page = TimelineFeed.Page(events: [], start: position)
        var missing = limit
        var place = position
        while missing > 0 {
            guard let segment = try segment(place.segment) else {
                page.hasReachedStart = true
                return (page, nil)
            }
            let events = try events(inSegment: segment.id, before: place.index, limit: missing)
            if events.isEmpty {
                guard segment.isComplete || segment.id == passed else { return (page, segment) }
                guard let older = try self.segment(olderThan: segment) else {
                    // Before a gap there is more than is stored.
                    page.hasReachedStart = segment.isComplete
                    return (page, segment.isComplete ? nil : segment)
                }
                if !segment.isComplete, !page.isPastGap {
                    page.isPastGap = true
                    page.whole = page.events.count
                }
                place = older.endPosition
                continue
            }
            for event in events {
                page.events.append((event, try relatedEvents(to: event.eventId, inRoom: roomId)))
                page.receipts += try receipts(onEvent: event.eventId, inRoom: roomId)
                if shown(event) { missing -= 1 }
            }
            let index = min(place.index, segment.end).subtractingReportingOverflow(Int64(events.count)).partialValue
            place = MXTimelinePosition(segment: segment.id, index: index)
            page.start = place
        }
        return (page, nil)
    }
}
