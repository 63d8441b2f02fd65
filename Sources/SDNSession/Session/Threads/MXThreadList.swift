import HeraldLocks
import SDNClient
import SDNFolds
import SDNValues
import SDNWire

/// A thread in a room's list of threads.
public struct MXThread: Sendable, Identifiable, Equatable {
    /// The ID of the event that begins the thread.
    public let id: String
    /// The event that begins the thread, with the content of its latest edit.
    public let root: MXEvent
    /// The number of events, the newest one, and the user's part in it.
    public let summary: MXThreadSummary
    /// The node's number of unread events that notify the user.
    public let notificationCount: UInt
    /// The node's number of unread events that are highlighted.
    public let highlightCount: UInt

    /// The time of the newest event, in milliseconds since 1970.
    public var lastActivity: UInt64 { (summary.latestEvent ?? root).originServerTs }
    /// The root's content in the form in which an app shows it.
    public var content: MXTimelineItemContent { root.timelineContent }

    /// True when both look the same.
    public static func == (left: MXThread, right: MXThread) -> Bool {
        left.id == right.id && left.summary == right.summary && left.notificationCount == right.notificationCount
            && left.highlightCount == right.highlightCount && left.root.isRedacted == right.root.isRedacted
            && left.root.content == right.root.content
    }
}

/// The threads of a room, ordered by activity, kept up to date while the object exists (`MXRoom.threadList(include:)`). In a process that follows
/// another one, which shares the store and syncs, only the counts of unread events are kept up to date.
public final class MXThreadList: Sendable {
    /// The number of the newest stored events that are searched for threads at first.
    static let storedEvents = 1_000

    private struct Entry: Sendable {
        var root: MXEvent
        var summary: MXThreadSummary
        /// The root without its edit.
        var original: MXEvent
        /// The IDs of the events whose contents the thread shows besides its root: the newest one, and the edits of both.
        var shown: Set<String>
    }
    private struct State: Sendable {
        /// The number of the last reading, and the number of the reading that each root was last taken from. Readings may end in another order than
        /// they began.
        var reading: UInt64 = 0
        var applied: [String: UInt64] = [:]
        /// The number of redactions and edits that have arrived.
        var changes: UInt64 = 0
        var entries: [String: Entry] = [:]
        var token: String?
        var hasMore = true
        var listener: MXEventListener?
        var following: [Task<Void, Never>] = []
    }
    private let room: MXRoom
    private let include: MXThreadListInclude
    private let state = Mutex(State())
    private let latest = Latest<[MXThread]>([])
    private let loading = SerialGate()

    init(room: MXRoom, include: MXThreadListInclude) {
        self.room = room
        self.include = include
    }

    deinit {
        let (listener, following) = state.withLock { ($0.listener, $0.following) }
        if let listener { room.liveTimeline.removeListener(listener) }
        for task in following { task.cancel() }
        latest.finish()
    }

    /// The threads that are known, the one with the newest event first.
    public var threads: [MXThread] { latest.value }
    /// True when ``loadMore()`` may bring more.
    public var hasMore: Bool { state.withLock { $0.hasMore } }

    /// Returns the list as a stream: the current list, and then each change, also of ``hasMore`` after a gap. A slow reader receives only the newest
    /// list.
    public func updates() -> AsyncStream<[MXThread]> { latest.subscribe() }

    /// Asks the node for the next page of threads.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the node does not answer or the store cannot be read.
    public func loadMore() async throws {
        try await loading.runUnlessCancelled { try await self.loadPage() }
    }

    private func loadPage() async throws {
        let (token, hasMore) = state.withLock { ($0.token, $0.hasMore) }
        guard hasMore else { return }
        let page = try await room.mxSession.sdnRestClient.threadsInRoomWithId(
            room.roomId, include: include, from: token)
        try await take(page.chunk)
        setMore { ($0.token, $0.hasMore) = (page.nextBatch, page.nextBatch != nil) }
    }

    /// Asks the node for the first page again, because the store lacks events of threads. If the node refuses, ``loadMore()`` asks it.
    /// - Returns: false when the node could not be asked, so that a later try may succeed.
    private func begin() async -> Bool {
        do {
            try await loading.run {
                // The list stays as it is, and its readers learn that it is not complete.
                self.setMore { ($0.token, $0.hasMore) = (nil, true) }
                try await self.loadPage()
            }
            return true
        } catch {
            return !MXRoom.mayPass(error)
        }
    }

    /// Changes where the next page begins, and tells readers of the list if ``hasMore`` changes.
    private func setMore(_ change: (inout State) -> Void) {
        let hasChanged = state.withLock { state in
            let before = state.hasMore
            change(&state)
            return state.hasMore != before
        }
        if hasChanged { latest.change { _ in } }
    }

    /// Follows the room's events, the gaps in them, and the counts of its threads.
    func listen() {
        let (gaps, summaries) = (room.liveTimeline.updates(), room.summaryUpdates())
        let following = [
            Task { [weak self] in
                for await update in gaps {
                    guard case .gap = update, let syncs = self?.room.mxSession.updates() else { continue }
                    if await self?.begin() ?? true { continue }
                    for await case .synced in syncs {
                        if await self?.begin() ?? true { break }
                    }
                }
            },
            Task { [weak self] in
                for await _ in summaries { self?.publish() }
            },
        ]
        let listener = room.liveTimeline.listenToEvents { [weak self] event, direction, _ in
            guard direction == .forwards else { return }
            self?.follow(event)
        }
        state.withLock { ($0.listener, $0.following) = (listener, following) }
    }

    /// The most readings for one change. In a room where every event is an edit, each reading would otherwise cause another one.
    private static let rounds = 3

    /// Adds the threads of the newest stored events. The list has to listen before, so that it misses nothing that arrives during the reading.
    func takeStored() async throws {
        let roomId = room.roomId
        var (seen, rounds) = (UInt64?.none, 0)
        // The list does not know yet which thread a redaction or an edit of that time concerns, so everything is read once more.
        while rounds < Self.rounds, case let changes = state.withLock({ $0.changes }), changes != seen {
            (seen, rounds) = (changes, rounds + 1)
            let number = nextReading()
            let roots = try await room.mxSession.store.read { store in
                try store.threadRoots(inRoom: roomId).compactMap { try store.event($0, inRoom: roomId) }
            }
            try await take(roots, number: number)
        }
    }

    private func follow(_ event: MXEvent) {
        if event.type == EventType.redaction || event.isEditEvent { state.withLock { $0.changes &+= 1 } }
        if event.indexedRelation?.type == MXEventContentRelatesTo.RelationType.thread {
            if let rootId = event.threadId { refresh(rootId) }
        } else if let target = event.redacts ?? (event.isEditEvent ? event.relatesTo?.eventId : nil) {
            refresh(threadOf: target)
        }
    }

    /// Reads the thread of an event again, which may be its root, or an edit that the thread shows.
    private func refresh(threadOf eventId: String) {
        let known = state.withLock { state in
            state.entries[eventId] != nil ? eventId : state.entries.first { $0.value.shown.contains(eventId) }?.key
        }
        if let known { return refresh(known) }
        let roomId = room.roomId
        Task { [weak self] in
            let rootId = try? await self?.room.mxSession.store.read { try $0.event(eventId, inRoom: roomId)?.threadId }
            if let rootId { self?.refresh(rootId) }
        }
    }

    /// Reads a thread again, outside of the listener, which must not wait.
    private func refresh(_ rootId: String) {
        Task { [weak self] in
            var (seen, rounds) = (UInt64?.none, 0)
            // A change that arrives during the reading may concern an edit that the list does not know yet, so the thread is read once more.
            while rounds < Self.rounds, let self, case let changes = self.state.withLock({ $0.changes }),
                changes != seen
            {
                (seen, rounds) = (changes, rounds + 1)
                let number = self.nextReading()
                let asked = try? await self.room.event(withEventId: rootId)
                guard let root = asked ?? self.state.withLock({ $0.entries[rootId]?.original }) else { return }
                try? await self.take([root], number: number)
            }
        }
    }

    private func nextReading() -> UInt64 {
        state.withLock { state in
            state.reading &+= 1
            return state.reading
        }
    }

    /// Adds threads by their roots, or updates them.
    /// - Parameter number: the number of the reading that brought the roots; `nil` if it begins now.
    private func take(_ roots: [MXEvent], number: UInt64? = nil) async throws {
        let number = number ?? nextReading()
        let (roomId, userId, include) = (room.roomId, room.mxSession.myUserId, include)
        let ignored = room.mxSession.ignored
        let entries = try await room.mxSession.store.read { store in
            try roots.compactMap { root -> Entry? in
                let sum = try store.relations(
                    of: root, inRoom: roomId, myUserId: userId, outgoing: [], ignoring: ignored)
                guard !IgnoredUsers.hide(root, ignored), let thread = sum.thread,
                    include == .all || thread.isParticipated
                else { return nil }
                let edits = try [root, thread.latestEvent].compactMap { $0 }.compactMap {
                    try store.latestEdit(of: $0, inRoom: roomId)?.eventId
                }
                return Entry(
                    root: try store.latestVersion(of: root, inRoom: roomId), summary: thread, original: root,
                    shown: Set(edits + [thread.latestEvent?.eventId].compactMap { $0 }))
            }
        }
        let found = Dictionary(entries.map { ($0.original.eventId, $0) }) { _, last in last }
        state.withLock { state in
            for id in roots.map(\.eventId) where number >= state.applied[id] ?? 0 {
                state.applied[id] = number
                state.entries[id] = found[id]
            }
        }
        publish()
    }

    /// Publishes the threads if they have changed. Each publication begins when the one before it has ended, so that the last one has what is known.
    func publish() { latest.renew { self.sortedThreads } }

    private var sortedThreads: [MXThread] {
        let (counts, ignored) = (room.summary.threadCounts, room.mxSession.ignored)
        let threads = state.withLock { state in
            state.entries.values.filter { !IgnoredUsers.hide($0.root, ignored) }.map { entry in
                let id = entry.root.eventId
                return MXThread(
                    id: id, root: entry.root, summary: entry.summary,
                    notificationCount: counts[id]?.notificationCount ?? 0,
                    highlightCount: counts[id]?.highlightCount ?? 0)
            }
        }
        return threads.sorted { ($0.lastActivity, $0.id) > ($1.lastActivity, $1.id) }
    }
}

extension MXStoreReader {
    /// Returns the IDs of the events that begin the threads of a room's newest stored events.
    fileprivate func threadRoots(inRoom roomId: String) throws -> [String] {
        var (roots, seen): ([String], Set<String>) = ([], [])
        var (left, segment) = (MXThreadList.storedEvents, try newestSegment(ofRoom: roomId))
        while let current = segment, left > 0 {
            let events = try events(inSegment: current.id, before: current.end, limit: left)
            for event in events {
                guard event.indexedRelation?.type == MXEventContentRelatesTo.RelationType.thread,
                    let rootId = event.threadId, seen.insert(rootId).inserted
                else { continue }
                roots.append(rootId)
            }
            left -= events.count
            segment = try self.segment(olderThan: current)
        }
        return roots
    }
}
