import Foundation
import GRDB
import HeraldJSON
import SDNWire

/// The tables of notifications. A row of `notified` is for all members with the default rules. A row of `notified_user` is for one user.
enum NotifiedRows {
    /// The event that users are notified of.
    struct Subject {
        let room: RoomRowID
        let ord: Int64
        let sender: String
        let thread: String
    }

    /// Stores a notification for all members with the default rules.
    static func insert(_ subject: Subject, _ actions: PushActions, in db: Database) throws {
        try db.run(
            "INSERT INTO notified (room, ord, sender, thread, is_highlight, actions) VALUES (?, ?, ?, ?, ?, ?)",
            subject.room, subject.ord, subject.sender, subject.thread, actions.highlights, bytes(of: actions))
    }

    static func insert(_ subject: Subject, _ actions: PushActions, for user: String, in db: Database) throws {
        try db.run(
            """
            INSERT INTO notified_user (user, room, ord, sender, thread, notifies, is_highlight, actions) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """,
            user, subject.room, subject.ord, subject.sender, subject.thread, actions.notifies, actions.highlights,
            bytes(of: actions))
    }

    /// Deletes the notifications of an event.
    static func remove(room: RoomRowID, ord: Int64, in db: Database) throws {
        try db.cachedStatement(sql: "DELETE FROM notified WHERE room = ? AND ord = ?").execute(arguments: [room, ord])
        let common = db.changesCount
        try db.cachedStatement(sql: "DELETE FROM notified_user WHERE room = ? AND ord = ?").execute(arguments: [
            room, ord,
        ])
        guard common + db.changesCount > 0 else { return }
        try db.cachedStatement(
            sql: """
                INSERT INTO notified_removal (room, number) VALUES (?, 1) ON CONFLICT (room) DO UPDATE SET number = number + 1
                """
        ).execute(arguments: [room])
    }

    /// Returns how many times notifications of a room were removed.
    static func removals(room: RoomRowID, in db: Database) throws -> Int64 {
        try db.first("SELECT number FROM notified_removal WHERE room = ?", room) { $0.int(0) } ?? 0
    }

    /// A row with a notification, valid only during the visit.
    struct Found {
        fileprivate let row: Row

        var ord: Int64 { row[0] }
        var thread: String { row[1] }
        var sender: String { row[3] }

        /// The actions as a JSON array, read on demand.
        func actions() throws -> [UInt8] {
            try row.withUnsafeData(atIndex: 2) { data in data.map { [UInt8]($0) } ?? [] }
        }
    }

    /// The room and the user whose notifications are read.
    struct Scope {
        let user: String
        let room: RoomRowID
        /// The stream position at which the user first changed the default push rules. Up to it, the notifications that are computed once for all
        /// users with the default rules apply to the user.
        let sharedUntil: Int64
    }

    /// Visits a user's notifications before a position, newest first, until `visit` returns `false`.
    static func walk(
        _ scope: Scope, before position: Int64, highlightsOnly: Bool, in db: Database, _ visit: (Found) throws -> Bool
    ) throws {
        let statement = try db.cachedStatement(
            sql: select("< ?2", condition: "AND (?5 = 0 OR e.is_highlight)", order: "DESC"))
        let rows = try Row.fetchCursor(
            statement, arguments: [scope.room, position, scope.sharedUntil, scope.user, highlightsOnly])
        while let row = try rows.next() {
            if try !visit(Found(row: row)) { return }
        }
    }

    /// Visits a user's notifications after a position, oldest first, until `visit` returns `false`.
    static func walk(_ scope: Scope, after position: Int64, in db: Database, _ visit: (Found) throws -> Bool) throws {
        let statement = try db.cachedStatement(sql: select("> ?2", condition: "", order: "ASC"))
        let rows = try Row.fetchCursor(statement, arguments: [scope.room, position, scope.sharedUntil, scope.user])
        while let row = try rows.next() {
            if try !visit(Found(row: row)) { return }
        }
    }

    private static func select(_ range: String, condition: String, order: String) -> String {
        """
        SELECT e.ord AS ord, e.thread, e.actions, e.sender FROM notified e
        WHERE e.room = ?1 AND e.ord \(range) AND e.ord <= ?3 AND e.sender <> ?4
        AND NOT EXISTS (SELECT 1 FROM notified_user u WHERE u.user = ?4 AND u.room = ?1 AND u.ord = e.ord) \(condition)
        UNION ALL
        SELECT e.ord AS ord, e.thread, e.actions, e.sender FROM notified_user e
        WHERE e.user = ?4 AND e.room = ?1 AND e.ord \(range) AND e.notifies \(condition)
        ORDER BY ord \(order)
        """
    }

    /// Returns the actions with which a user was notified of an event, as a JSON array; `nil` if this notification no longer exists.
    static func actions(room: RoomRowID, ord: Int64, for user: String, in db: Database) throws -> [UInt8]? {
        let json =
            try Data.fetchOne(
                db.cachedStatement(sql: "SELECT actions FROM notified_user WHERE user = ? AND room = ? AND ord = ?"),
                arguments: [user, room, ord])
            ?? Data.fetchOne(
                db.cachedStatement(sql: "SELECT actions FROM notified WHERE room = ? AND ord = ?"),
                arguments: [room, ord])
        return json.map { [UInt8]($0) }
    }

    /// A notification that counts as long as it is unread.
    struct Counted {
        let thread: String
        let ord: Int64
        let isHighlight: Bool
        let sender: String

        fileprivate init(_ row: Row) { (thread, ord, isHighlight, sender) = (row[0], row[1], row[2], row[3]) }
    }

    /// Visits the notifications after a position that members with the default rules share, newest first, until `visit` returns `false`. Events for
    /// which the user has a row of their own are left out.
    static func walkCommon(
        _ scope: Scope, after position: Int64, limit: Int, in db: Database, _ visit: (Counted) -> Bool
    ) throws {
        let rows = try Row.fetchCursor(
            db.cachedStatement(
                sql: """
                    SELECT n.thread, n.ord, n.is_highlight, n.sender FROM notified n
                    WHERE n.room = ?1 AND n.ord > ?2 AND n.ord <= ?3 AND n.sender <> ?4
                    AND NOT EXISTS (SELECT 1 FROM notified_user u WHERE u.user = ?4 AND u.room = ?1 AND u.ord = n.ord)
                    ORDER BY n.ord DESC LIMIT ?5
                    """),
            arguments: [scope.room, position, scope.sharedUntil, scope.user, limit])
        while let row = try rows.next() {
            if !visit(Counted(row)) { return }
        }
    }

    /// Visits the notifications for which this user has a row of their own, after a position, newest first, until `visit` returns `false`.
    static func walkOwn(_ scope: Scope, after position: Int64, limit: Int, in db: Database, _ visit: (Counted) -> Bool)
        throws
    {
        let rows = try Row.fetchCursor(
            db.cachedStatement(
                sql: """
                    SELECT u.thread, u.ord, u.is_highlight, u.sender FROM notified_user u
                    WHERE u.user = ?1 AND u.room = ?2 AND u.ord > ?3 AND u.notifies ORDER BY u.ord DESC LIMIT ?4
                    """),
            arguments: [scope.user, scope.room, position, limit])
        while let row = try rows.next() {
            if !visit(Counted(row)) { return }
        }
    }

    /// Returns the number of a user's notifications after a position, by thread.
    /// - Parameter limit: the most notifications of each list that count. The newest ones count.
    static func counts(_ scope: Scope, after position: Int64, limit: Int, in db: Database) throws -> UnreadLists {
        let rows = try Row.fetchCursor(
            db.cachedStatement(
                sql: """
                    SELECT is_own, thread, count(*), sum(is_highlight) FROM (
                        SELECT * FROM (SELECT 0 AS is_own, n.thread, n.is_highlight FROM notified n
                            WHERE n.room = ?1 AND n.ord > ?2 AND n.ord <= ?3 AND n.sender <> ?4 AND n.ord NOT IN (
                                SELECT ord FROM notified_user WHERE user = ?4 AND room = ?1 AND ord > ?2)
                            ORDER BY n.ord DESC LIMIT ?5)
                        UNION ALL
                        SELECT * FROM (SELECT 1, u.thread, u.is_highlight FROM notified_user u
                            WHERE u.user = ?4 AND u.room = ?1 AND u.ord > ?2 AND u.notifies ORDER BY u.ord DESC LIMIT ?5))
                    GROUP BY is_own, thread
                    """),
            arguments: [scope.room, position, scope.sharedUntil, scope.user, limit])
        var lists = UnreadLists()
        while let row = try rows.next() {
            let thread: String = row[1], count = UnreadCounts.Count(notifications: row[2], highlights: row[3])
            if row[0] { lists.own[thread] = count } else { lists.shared[thread] = count }
        }
        return lists
    }

    /// Returns the positions up to which a user has read the threads of a room, by receipts of any kind. The receipt for the whole room has an empty
    /// thread name.
    static func receipts(of user: String, room: RoomRowID, in db: Database) throws -> [(thread: String, ord: Int64)] {
        var receipts: [(thread: String, ord: Int64)] = []
        try db.each(
            """
            SELECT thread, max(event_ord) FROM receipt WHERE room = ? AND user = ? AND kind IN ('m.read', 'm.read.private') GROUP BY thread
            """, room, user
        ) { row in receipts.append((row.text(0), row.int(1))) }
        return receipts
    }

    private static func bytes(of actions: PushActions) -> BoundBytes {
        BoundBytes(JSONValue.array(actions.list).serialized())
    }
}
