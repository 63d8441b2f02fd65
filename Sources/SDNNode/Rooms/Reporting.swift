import GRDB
import SDNWire

extension RoomService {
    private static let reportsPerUser = 1_000
    private static let reasonLimit = 4_096

    /// Keeps what a member says of an event for the operator. A second report of one event by one user takes the place of the first.
    /// - Throws: `M_NOT_FOUND` for an event that the caller does not see.
    func report(_ request: ReportEventRequest, _ caller: Caller) async throws -> EmptyObject {
        let reason = try request.reason.map { text throws(WireError) in
            guard text.utf8.count <= Self.reasonLimit else { throw WireError(.tooLong, field: "reason", reason: "at most \(Self.reasonLimit) bytes are kept") }
            return try StoredText.checked(text, field: "reason")
        }
        let now = services.now(), event = request.event
        try await services.database.write { db in
            do {
                _ = try Self.visible(event.eventID, in: event.roomID, caller, db)
            } catch let error as MatrixError where error.code == .forbidden {
                throw MatrixError(.notFound, "There is no such event here.")
            }
            try db.execute(sql: "DELETE FROM report WHERE reporter = ? AND event_id = ?", arguments: [caller.userID, event.eventID])
            let count = try Int.fetchOne(db, sql: "SELECT count(*) FROM report WHERE reporter = ?", arguments: [caller.userID]) ?? 0
            guard count < Self.reportsPerUser else { throw MatrixError(.limitExceeded, "You have reported too much.") }
            try db.execute(
                sql: "INSERT INTO report (room_id, event_id, reporter, score, reason, reported_at) VALUES (?, ?, ?, ?, ?, ?)",
                arguments: [event.roomID, event.eventID, caller.userID, request.score, reason, now])
        }
        return EmptyObject()
    }
}
