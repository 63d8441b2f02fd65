import GRDB

/// The members of an event that servers exchange and clients do not need.
enum FederationRows {
    struct Members {
        let depth: Int64
        /// Unpadded base64 of the content hash.
        let hash: String
        /// The IDs of the events that prove that the event is allowed.
        let auth: [String]
        /// The ID of the event before it; `nil` for the first event of a room.
        let previous: String?
    }

    static func members(of ord: Int64, room: RoomRowID, in db: Database) throws -> Members? {
        let row = try Row.fetchOne(
            db.cachedStatement(sql: "SELECT depth, hash, auth FROM event WHERE room = ? AND ord = ?"),
            arguments: [room, ord])
        guard let row else { return nil }
        let (depth, hash, auth): (Int64, String, String) = (row[0], row[1], row[2])
        let ids = try String.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT e.event_id FROM json_each(?) j CROSS JOIN event e ON e.room = ? AND e.ord = j.value ORDER BY j.key
                    """),
            arguments: ["[\(auth)]", room])
        let previous =
            depth <= 1
            ? nil
            : try String.fetchOne(
                db.cachedStatement(
                    sql: "SELECT event_id FROM event WHERE room = ? AND ord < ? AND depth = ? ORDER BY ord DESC LIMIT 1"
                ),
                arguments: [room, ord, depth - 1])
        return Members(depth: depth, hash: hash, auth: ids, previous: previous)
    }
}
