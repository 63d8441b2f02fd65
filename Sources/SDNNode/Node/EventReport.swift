import GRDB

/// What a user told the operator of an event.
public struct EventReport: Sendable, Hashable, Identifiable {
    /// The report's number; later ones have higher ones.
    public let id: Int64
    /// The event's room.
    public let roomID: String
    /// The event.
    public let eventID: String
    /// Who reported it.
    public let reporter: String
    /// From -100, most offensive, to 0; `nil` when none was given.
    public let score: Int64?
    /// What the reporter wrote.
    public let reason: String?
    /// Milliseconds since 1970.
    public let reportedAt: Int64
}

extension EmbeddedNode {
    /// What users have reported, for the node's operator alone: no endpoint gives it out.
    /// - Parameters:
    ///   - id: only reports after this one; 0 for all.
    ///   - limit: how many at most.
    public func reports(after id: Int64 = 0, limit: Int = 100) async throws -> [EventReport] {
        try await assembly.services.database.read { db in
            try Row.fetchAll(
                db, sql: "SELECT id, room_id, event_id, reporter, score, reason, reported_at FROM report WHERE id > ? ORDER BY id LIMIT ?",
                arguments: [id, max(0, limit)]
            ).map {
                EventReport(id: $0[0], roomID: $0[1], eventID: $0[2], reporter: $0[3], score: $0[4], reason: $0[5], reportedAt: $0[6])
            }
        }
    }
}
