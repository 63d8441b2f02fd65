import GRDB
import SDNWire

/// The users' reports of events.
enum ReportStore {
    static func remove(_ eventID: String, by reporter: String, in db: Database) throws {
        try db.execute(sql: "DELETE FROM report WHERE reporter = ? AND event_id = ?", arguments: [reporter, eventID])
    }

    static func count(by reporter: String, in db: Database) throws -> Int {
        try Int.fetchOne(db, sql: "SELECT count(*) FROM report WHERE reporter = ?", arguments: [reporter]) ?? 0
    }

    static func insert(
        _ request: ReportEventRequest, reason: String?, by reporter: String, now: Timestamp, in db: Database
    )
        throws
    {
        try db.execute(
            sql:
                "INSERT INTO report (room_id, event_id, reporter, score, reason, reported_at) VALUES (?, ?, ?, ?, ?, ?)",
            arguments: [request.event.roomID, request.event.eventID, reporter, request.score, reason, now.milliseconds])
    }

    /// Returns the reports after a given one, in order.
    static func reports(after id: Int64, limit: Int, in db: Database) throws -> [EventReport] {
        try Row.fetchAll(
            db,
            sql:
                "SELECT id, room_id, event_id, reporter, score, reason, reported_at FROM report WHERE id > ? ORDER BY id LIMIT ?",
            arguments: [id, limit]
        ).map {
            EventReport(
                id: $0[0], roomID: $0[1], eventID: $0[2], reporter: $0[3], score: $0[4], reason: $0[5],
                reportedAt: Timestamp(milliseconds: $0[6]))
        }
    }
}
