import GRDB
import SDNWire

/// A user's report of an event, a room or a user to the node's operator.
public struct UserReport: Sendable, Hashable, Identifiable {
    /// The report's number. Later reports have higher numbers.
    public let id: Int64
    /// The ID of the room, or of the room of the event; `nil` in the report of a user.
    public let roomID: String?
    /// The ID of the event; `nil` in the report of a room or a user.
    public let eventID: String?
    /// The ID of the reported user; `nil` in the report of an event or a room.
    public let userID: String?
    /// The user who made the report.
    public let reporter: String
    /// The score from -100, most offensive, to 0; `nil` if the reporter gave none.
    public let score: Int64?
    /// The reporter's text; `nil` if the reporter gave none.
    public let reason: String?
    /// The time of the report.
    public let reportedAt: Timestamp
}

/// The users' reports of events, rooms and users.
enum ReportStore {
    /// A report that is not stored yet.
    struct Draft {
        var roomID = ""
        var eventID = ""
        var userID = ""
        let reporter: String
        var score: Int64?
        let reason: String?
    }

    /// The most stored reports of one user.
    static let perUser = 1_000
    /// The most stored reports in all.
    static let inAll = 20_000
    /// The time after which a report is deleted.
    static let lifetime = Duration.seconds(365 * 86_400)
    /// The most reports that one write deletes because of their age.
    static let deletedAtOnce = 500

    /// Stores a report. It replaces the reporter's earlier report of the same event, room or user. If there are too many reports in all, the oldest
    /// report of the user with most reports is deleted.
    /// - Throws: `M_LIMIT_EXCEEDED` if the reporter has too many reports.
    static func insert(_ draft: Draft, now: Timestamp, in db: Database) throws {
        try db.execute(
            sql: "DELETE FROM report WHERE reporter = ? AND room_id = ? AND event_id = ? AND user_id = ?",
            arguments: [draft.reporter, draft.roomID, draft.eventID, draft.userID])
        try removeExpired(at: now, in: db)
        let own = try Int.fetchOne(
            db, sql: "SELECT count(*) FROM report WHERE reporter = ?", arguments: [draft.reporter])
        guard own ?? 0 < perUser else {
            throw MatrixError(.limitExceeded, "You have sent too many reports, so try again later.")
        }
        if try Int.fetchOne(db, sql: "SELECT count(*) FROM report") ?? 0 >= inAll {
            try db.execute(
                sql: """
                    DELETE FROM report WHERE id = (
                        SELECT min(id) FROM report WHERE reporter = (
                            SELECT reporter FROM report GROUP BY reporter ORDER BY count(*) DESC LIMIT 1))
                    """)
        }
        try db.execute(
            sql: """
                INSERT INTO report (room_id, event_id, user_id, reporter, score, reason, reported_at)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                draft.roomID, draft.eventID, draft.userID, draft.reporter, draft.score, draft.reason, now.milliseconds,
            ])
    }

    /// True if a report is older than ``lifetime``.
    static func hasExpired(at now: Timestamp, in db: Database) throws -> Bool {
        try Bool.fetchOne(
            db, sql: "SELECT EXISTS (SELECT 1 FROM report WHERE reported_at < ?)",
            arguments: [(now - lifetime).milliseconds]) == true
    }

    /// Deletes reports that are older than ``lifetime``, at most ``deletedAtOnce``.
    /// - Returns: the number of deleted reports.
    @discardableResult
    static func removeExpired(at now: Timestamp, in db: Database) throws -> Int {
        try db.execute(
            sql: "DELETE FROM report WHERE id IN (SELECT id FROM report WHERE reported_at < ? LIMIT ?)",
            arguments: [(now - lifetime).milliseconds, deletedAtOnce])
        return db.changesCount
    }

    /// - Returns: true if there was such a report.
    static func remove(_ id: Int64, in db: Database) throws -> Bool {
        try db.execute(sql: "DELETE FROM report WHERE id = ?", arguments: [id])
        return db.changesCount > 0
    }

    /// Returns the reports after a given one, in order.
    static func reports(after id: Int64, limit: Int, in db: Database) throws -> [UserReport] {
        try Row.fetchAll(
            db,
            sql: """
                SELECT id, nullif(room_id, ''), nullif(event_id, ''), nullif(user_id, ''), reporter, score, reason, reported_at
                FROM report WHERE id > ? ORDER BY id LIMIT ?
                """,
            arguments: [id, limit]
        ).map {
            UserReport(
                id: $0[0], roomID: $0[1], eventID: $0[2], userID: $0[3], reporter: $0[4], score: $0[5], reason: $0[6],
                reportedAt: Timestamp(milliseconds: $0[7]))
        }
    }
}
