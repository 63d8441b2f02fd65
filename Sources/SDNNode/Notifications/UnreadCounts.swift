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
    private(set) var byThread: [String: Count] = [:]

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
        let common = try Row.fetchCursor(
            db.cachedStatement(sql: """
                SELECT n.thread, n.ord, n.is_highlight, n.sender FROM notified n
                WHERE n.room = ?1 AND n.ord > ?2 AND n.ord <= ?3 AND n.sender <> ?4
                AND NOT EXISTS (SELECT 1 FROM notified_user u WHERE u.user = ?4 AND u.room = ?1 AND u.ord = n.ord)
                ORDER BY n.ord DESC LIMIT ?5
                """),
            arguments: [room, marks.everywhere, reader.sharesDefaultsUntil, reader.user, Self.effort])
        try count(common, reader, marks, history, stopsAtFirst)
        if stopsAtFirst, !byThread.isEmpty { return }
        let own = try Row.fetchCursor(
            db.cachedStatement(sql: """
                SELECT u.thread, u.ord, u.is_highlight, u.sender FROM notified_user u
                WHERE u.user = ?1 AND u.room = ?2 AND u.ord > ?3 AND u.notifies ORDER BY u.ord DESC LIMIT ?4
                """),
            arguments: [reader.user, room, marks.everywhere, Self.effort])
        try count(own, reader, marks, history, stopsAtFirst)
    }

    private mutating func count(_ rows: RowCursor, _ reader: PushReader, _ marks: ReadMarks, _ history: HistoryAccess, _ stopsAtFirst: Bool) throws {
        var counted = 0
        while counted < Self.limit, let row = try rows.next() {
            let thread: String = row[0], position: Int64 = row[1], isHighlight: Bool = row[2]
            if reader.ignores(row[3]) { continue }
            counted += 1
            guard marks.isUnread(position: position, thread: thread), history.wasInside(at: position) else { continue }
            byThread[thread, default: Count()].notifications += 1
            if isHighlight { byThread[thread, default: Count()].highlights += 1 }
            if stopsAtFirst { return }
        }
    }

    /// The rooms that a badge looks at, those with the newest events: it is reckoned anew for each notification of each pusher.
    static let badgeRooms = 500

    /// In how many of the user's rooms there is something unread: the badge (SDN sheet 6.2).
    static func unreadRooms(of reader: PushReader, atMost limit: Int = badgeRooms, in db: Database) throws -> Int64 {
        let rooms = try Int64.fetchAll(
            db.cachedStatement(sql: """
                SELECT m.room FROM membership m JOIN room r ON r.nid = m.room WHERE m.user = ? AND m.membership = 'join'
                ORDER BY r.last_ord DESC LIMIT ?
                """),
            arguments: [reader.user, limit])
        var count: Int64 = 0
        for room in rooms {
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
        self.sharesDefaultsUntil =
            try Int64.fetchOne(db.cachedStatement(sql: "SELECT since FROM push_custom WHERE user = ?"), arguments: [user]) ?? .max
        self.ignoredSenders = try ignored.read(user, in: db)
    }

    func ignores(_ sender: String) -> Bool { ignoredSenders.contains(sender) }
}

/// Up to where a user has read a room, by receipts that others see and by those that they do not.
struct ReadMarks: Sendable {
    /// What lies up to here is read in every thread.
    let everywhere: Int64
    private let threads: [String: Int64]

    /// - Parameter beginning: what lies up to here is read for who has no receipt yet.
    init(of user: String, room: Int64, beginning: Int64, in db: Database) throws {
        let rows = try Row.fetchAll(
            db.cachedStatement(sql: """
                SELECT thread, max(event_ord) FROM receipt WHERE room = ? AND user = ? AND kind IN ('m.read', 'm.read.private') GROUP BY thread
                """),
            arguments: [room, user])
        var threads = Dictionary(rows.map { ($0[0] as String, $0[1] as Int64) }, uniquingKeysWith: max)
        self.everywhere = threads.removeValue(forKey: "") ?? beginning
        self.threads = threads
    }

    func isUnread(position: Int64, thread: String) -> Bool { position > max(everywhere, threads[thread] ?? 0) }
}
