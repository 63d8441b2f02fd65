import GRDB
import SDNWire

/// A user's report of an event to the node's operator.
public struct EventReport: Sendable, Hashable, Identifiable {
    /// The report's number. Later reports have higher numbers.
    public let id: Int64
    /// The ID of the room that the event belongs to.
    public let roomID: String
    /// The ID of the event.
    public let eventID: String
    /// The user who reported the event.
    public let reporter: String
    /// The score from -100, most offensive, to 0; `nil` if the reporter gave none.
    public let score: Int64?
    /// The reporter's text; `nil` if the reporter gave none.
    public let reason: String?
    /// The time of the report.
    public let reportedAt: Timestamp
}

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
