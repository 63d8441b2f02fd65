import GRDB
import HeraldJSON
import SDNWire

/// How many events a user has been notified of and not read, by room and thread (SDN sheet 6.3).
struct UnreadCounts: Sendable, Hashable {
    struct Count: Sendable, Hashable {
        var notifications: Int64 = 0
        var highlights: Int64 = 0

        var json: JSONValue { ["notification_count": .int(notifications), "highlight_count": .int(highlights)] }
    }

    /// No more events of a room are counted; whoever has that many does not count them.
    private static let limit = 1_000
    /// How many are looked at for them, of which some are of ignored users.
    private static let effort = 5_000

    /// By the thread's root, or ``PushThreads/main``.
    let byThread: [String: Count]

    var main: Count { byThread[PushThreads.main] ?? Count() }
    var threads: [String: Count] { byThread.filter { $0.key != PushThreads.main } }
    var all: Count {
        byThread.values.reduce(into: Count()) { sum, count in
            sum.notifications += count.notifications
            sum.highlights += count.highlights
        }
    }

    /// - Parameter history: what was sent while the user was not inside does not count.
    /// - Parameter stopsAtFirst: whether it is enough to know that there is one.
    init(of reader: PushReader, room: Int64, history: HistoryAccess, stopsAtFirst: Bool = false, in db: Database) throws {
        let marks = try ReadMarks(of: reader.user, room: room, beginning: history.joinedSince ?? .max, in: db)
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
        try NotifiedRows.walkCommon(reader.scope(room), after: marks.everywhere, limit: Self.effort, in: db, count)
        if !stopsAtFirst || counts.isEmpty {
            counted = 0
            try NotifiedRows.walkOwn(reader.scope(room), after: marks.everywhere, limit: Self.effort, in: db, count)
        }
        byThread = counts
    }

    /// The rooms that a badge looks at, those with the newest events: it is reckoned anew for each notification of each pusher.
    static let badgeRooms = 500

    /// In how many of the user's rooms there is something unread: the badge (SDN sheet 6.2).
    static func unreadRooms(of reader: PushReader, atMost limit: Int = badgeRooms, in db: Database) throws -> Int64 {
        var count: Int64 = 0
        for (room, _) in try MembershipRows.newestRooms(of: reader.user, limit: limit, in: db) {
            let history = try HistoryAccess(user: reader.user, room: room, in: db)
            if try !UnreadCounts(of: reader, room: room, history: history, stopsAtFirst: true, in: db).byThread.isEmpty { count += 1 }
        }
        return count
    }
}

/// A user as the counts need to know one.
struct PushReader: Sendable {
    let user: String
    /// Up to where the decisions of the default rules are this user's as well.
    let sharesDefaultsUntil: Int64
    /// Whose events the user does not want to see.
    let ignoredSenders: Set<String>

    init(_ user: String, _ ignored: IgnoredSenders, in db: Database) throws {
        self.user = user
        self.sharesDefaultsUntil = try PushRuleStore.sharesDefaultsUntil(user, in: db) ?? .max
        self.ignoredSenders = try ignored.read(user, in: db)
    }

    func ignores(_ sender: String) -> Bool { ignoredSenders.contains(sender) }

    /// What the user was told of in a room.
    /// - Parameter sharesDefaults: whether the decisions of the default rules can be the user's.
    func scope(_ room: Int64, sharesDefaults: Bool = true) -> NotifiedRows.Scope {
        NotifiedRows.Scope(user: user, room: room, sharedUntil: sharesDefaults ? sharesDefaultsUntil : 0)
    }
}

/// Up to where a user has read a room, by receipts that others see and by those that they do not.
struct ReadMarks: Sendable {
    /// What lies up to here is read in every thread.
    let everywhere: Int64
    private let threads: [String: Int64]

    /// - Parameter beginning: what lies up to here is read for who has no receipt yet.
    init(of user: String, room: Int64, beginning: Int64, in db: Database) throws {
        var threads = Dictionary(try NotifiedRows.receipts(of: user, room: room, in: db), uniquingKeysWith: max)
        self.everywhere = threads.removeValue(forKey: "") ?? beginning
        self.threads = threads
    }

    func isUnread(position: Int64, thread: String) -> Bool { position > max(everywhere, threads[thread] ?? 0) }
}
