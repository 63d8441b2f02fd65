import GRDB
import HeraldJSON
import SDNWire

/// The number of unread notifications of a user, by room and thread (SDN sheet 6.3).
struct UnreadCounts: Sendable, Hashable {
    struct Count: Sendable, Hashable {
        var notifications: Int64 = 0
        var highlights: Int64 = 0

        func adding(_ other: Count) -> Count {
            Count(notifications: notifications + other.notifications, highlights: highlights + other.highlights)
        }

        var json: JSONValue { ["notification_count": .int(notifications), "highlight_count": .int(highlights)] }
    }

    /// The most events of a room that its unread counts cover.
    private static let limit = 1_000
    /// The most events of a room that are read for its unread counts. Some of them may be of ignored users.
    private static let workLimit = 5_000

    /// The counts by the thread's root, or ``PushThreads/main``.
    let byThread: [String: Count]

    var main: Count { byThread[PushThreads.main] ?? Count() }
    var threads: [String: Count] { byThread.filter { $0.key != PushThreads.main } }
    var all: Count {
        byThread.values.reduce(into: Count()) { sum, count in
            sum.notifications += count.notifications
            sum.highlights += count.highlights
        }
    }

    /// - Parameter history: decides which events count. Events from times when the user was not joined do not count.
    /// - Parameter newest: the position of the room's newest event. Defaults to none, if the caller does not know it.
    /// - Parameter stopsAtFirst: true if the caller only needs to know if there is any unread notification.
    /// - Parameter memory: earlier counts. Defaults to none; without `newest` it is not used.
    init(
        of reader: PushReader, room: RoomRowID, history: HistoryAccess, newest: Int64 = .max,
        stopsAtFirst: Bool = false, memory: UnreadMemory? = nil, in db: Database
    ) throws {
        let joinedSince = history.joinedSince ?? .max
        let marks = try ReadMarks(of: reader.user, room: room, beginning: joinedSince, in: db)
        // Most rooms are read to the end, and have nothing to count.
        guard marks.everywhere < newest else {
            byThread = [:]
            return
        }
        // All notifications after the mark count then, and SQLite counts them much faster than a walk.
        if !stopsAtFirst, reader.ignoredSenders.isEmpty, marks.isEverywhere, joinedSince <= marks.everywhere {
            byThread = try Self.counts(reader, room, after: marks.everywhere, upTo: newest, memory, in: db)
            return
        }
        var counts: [String: Count] = [:], counted = 0
        func count(_ event: NotifiedRows.Counted) -> Bool {
            if reader.ignores(event.sender) { return true }
            counted += 1
            if marks.isUnread(position: event.ord, thread: event.thread), history.wasInside(at: event.ord) {
                counts[event.thread, default: Count()].notifications += 1
                if event.isHighlight { counts[event.thread, default: Count()].highlights += 1 }
                if stopsAtFirst { return false }
            }
            return counted < Self.limit
        }
        try NotifiedRows.walkCommon(reader.scope(room), after: marks.everywhere, limit: Self.workLimit, in: db, count)
        if !stopsAtFirst || counts.isEmpty {
            counted = 0
            try NotifiedRows.walkOwn(reader.scope(room), after: marks.everywhere, limit: Self.workLimit, in: db, count)
        }
        byThread = counts
    }

    /// Returns the counts of all notifications after a position. If the memory has earlier counts, only the notifications since are read.
    private static func counts(
        _ reader: PushReader, _ room: RoomRowID, after mark: Int64, upTo newest: Int64, _ memory: UnreadMemory?,
        in db: Database
    ) throws -> [String: Count] {
        let scope = reader.scope(room)
        guard let memory, newest < .max else {
            return try NotifiedRows.counts(scope, after: mark, limit: limit, in: db).byThread
        }
        let basis = UnreadMemory.Basis(
            mark: mark, sharedUntil: scope.sharedUntil, removals: try NotifiedRows.removals(room: room, in: db))
        let known = memory.entry(of: reader.user, room: room, basis: basis, upTo: newest)
        if let known, known.through == newest { return known.lists.byThread }
        var lists = try NotifiedRows.counts(scope, after: known?.through ?? mark, limit: limit, in: db)
        if let known {
            lists =
                try known.lists.followed(by: lists, limit: Int64(limit))
                ?? NotifiedRows.counts(scope, after: mark, limit: limit, in: db)
        }
        memory.note(.init(basis: basis, through: newest, lists: lists), of: reader.user, room: room)
        return lists.byThread
    }

    /// The most rooms that are read for a badge. They are the rooms with the newest events. The badge is computed for each notification of each
    /// pusher.
    static let badgeRooms = 500

    /// Returns the number of the user's rooms with unread notifications: the badge (SDN sheet 6.2).
    static func unreadRooms(of reader: PushReader, atMost limit: Int = badgeRooms, in db: Database) throws -> Int64 {
        var count: Int64 = 0
        for (room, newest) in try MembershipRows.newestRooms(of: reader.user, limit: limit, in: db) {
            let history = try HistoryAccess(user: reader.user, room: room, in: db)
            let counts = try UnreadCounts(
                of: reader, room: room, history: history, newest: newest, stopsAtFirst: true, in: db)
            if !counts.byThread.isEmpty { count += 1 }
        }
        return count
    }
}

/// A user, with the facts that are needed to count the user's notifications.
struct PushReader: Sendable {
    let user: String
    /// The stream position at which the user first changed the default push rules. Up to it, the notifications that are computed once for all
    /// users with the default rules apply to the user.
    let sharesDefaultsUntil: Int64
    /// The users whose events the user does not want to see.
    let ignoredSenders: Set<String>

    init(_ user: String, _ ignored: IgnoredSenders, in db: Database) throws {
        self.user = user
        self.sharesDefaultsUntil = try PushRuleStore.sharesDefaultsUntil(user, in: db) ?? .max
        self.ignoredSenders = try ignored.read(user, in: db)
    }

    /// - Parameter sharesDefaultsUntil: the position at which the user first changed the default push rules; `nil` if the user has the defaults.
    init(_ user: String, sharesDefaultsUntil: Int64?, ignoredSenders: Set<String>) {
        self.user = user
        self.sharesDefaultsUntil = sharesDefaultsUntil ?? .max
        self.ignoredSenders = ignoredSenders
    }

    func ignores(_ sender: String) -> Bool { ignoredSenders.contains(sender) }

    /// Returns the scope of the user's notifications in a room.
    /// - Parameter sharesDefaults: true if the shared notifications of the default rules can apply to the user.
    func scope(_ room: RoomRowID, sharesDefaults: Bool = true) -> NotifiedRows.Scope {
        NotifiedRows.Scope(user: user, room: room, sharedUntil: sharesDefaults ? sharesDefaultsUntil : 0)
    }
}

/// The positions up to which a user has read a room, by public and by private receipts.
struct ReadMarks: Sendable {
    /// The position up to which every thread is read.
    let everywhere: Int64
    private let threads: [String: Int64]

    /// - Parameter beginning: the position up to which the room counts as read if the user has no receipt.
    init(of user: String, room: RoomRowID, beginning: Int64, in db: Database) throws {
        var threads = Dictionary(try NotifiedRows.receipts(of: user, room: room, in: db), uniquingKeysWith: max)
        self.everywhere = threads.removeValue(forKey: "") ?? beginning
        self.threads = threads
    }

    /// True if no thread is read further than all threads are.
    var isEverywhere: Bool { threads.allSatisfy { $0.value <= everywhere } }

    func isUnread(position: Int64, thread: String) -> Bool { position > max(everywhere, threads[thread] ?? 0) }
}
