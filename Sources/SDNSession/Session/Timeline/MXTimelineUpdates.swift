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
/// Applying every batch in order always gives the same list as a new snapshot. Nothing is lost between the snapshot and the first batch. When more
/// than 1,024 changes are unread, the whole current list replaces them. With ``maximumItemCount``, memory does not grow with the room. Only about
/// 2,000 of the events that are no items, such as positions, stay in memory, the newest ones. At most the newest 100 reactions, edits and votes of
/// one user at one event count, and others are dropped when an event has more than 1,000; the events of a thread all stay with its root. After a
/// sync that skipped events, the list begins anew after the gap; ``loadOlder(_:onlyFromStore:)`` closes it. The object can be iterated over several
/// times, also at the same time: the first iterator receives all batches, and each later one begins with the list as it is then. The list ends when
/// the object is released.
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
            return try await loading.runUnlessCancelled {
                try await self.loadOlder(wanted, inThread: rootId, onlyFromStore: onlyFromStore)
            }
        }
        try await loading.runUnlessCancelled {
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
                    try await self.room.loadStored(missing, into: self.feed, passesGap: onlyFromStore)
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
        try await begin(feed, limit: Int(clamping: limit))
        return MXTimelineUpdates(room: self, feed: feed)
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
        try await begin(feed, limit: wanted)
        if let failure { throw failure }
    }
}
