import Foundation
import GRDB
import HeraldJSON

/// Reads the rooms and the times for which they keep messages.
enum RetentionRows {
    /// Returns rooms whose row IDs come after one, with the content of their `m.room.retention`.
    static func rooms(after room: RoomRowID, limit: Int, in db: Database) throws -> [(RoomRowID, JSONObject)] {
        try read(
            """
            SELECT r.nid, e.content FROM room r
            LEFT JOIN current_state s ON s.room = r.nid AND s.type = 'm.room.retention' AND s.state_key = ''
            LEFT JOIN event e ON e.room = s.room AND e.ord = s.ord WHERE r.nid > ? ORDER BY r.nid LIMIT ?
            """, room, limit, in: db)
    }

    /// Returns the rooms among them that have this state event.
    static func roomsWithPolicy(after room: RoomRowID, limit: Int, in db: Database) throws -> [(RoomRowID, JSONObject)]
    {
        try read(
            """
            SELECT s.room, e.content FROM current_state s INDEXED BY current_state_retention
            JOIN event e ON e.room = s.room AND e.ord = s.ord
            WHERE s.type = 'm.room.retention' AND s.state_key = '' AND s.room > ? ORDER BY s.room LIMIT ?
            """, room, limit, in: db)
    }

    private static func read(_ sql: String, _ room: RoomRowID, _ limit: Int, in db: Database) throws -> [(
        RoomRowID, JSONObject
    )] {
        try Row.fetchAll(db.cachedStatement(sql: sql), arguments: [room, limit]).map { row in
            let content: Data? = row[1]
            return (row[0], content.flatMap { (try? JSONValue(parsing: [UInt8]($0)))?.objectValue } ?? [:])
        }
    }
}
