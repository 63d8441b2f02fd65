import Foundation
import GRDB
import SDNWire

/// Reads and writes of the table of quarantined contents. A content is quarantined by its hash, under all URIs that have it now or get it later.
enum MediaQuarantineRows {
    /// Quarantines the content of a file.
    /// - Returns: 1 if the content was not quarantined before, otherwise 0.
    static func insert(file id: String, at now: Timestamp, in db: Database) throws -> Int {
        try db.execute(
            sql: "INSERT OR IGNORE INTO media_quarantine (hash, created_at) SELECT hash, ? FROM media WHERE id = ?",
            arguments: [now.milliseconds, id])
        return db.changesCount
    }

    /// Quarantines contents of a user's files.
    /// - Parameter limit: the most contents that one call quarantines.
    /// - Returns: the number of contents that were not quarantined before.
    static func insert(filesOf user: String, at now: Timestamp, atMost limit: Int, in db: Database) throws -> Int {
        try db.execute(
            sql: """
                INSERT OR IGNORE INTO media_quarantine (hash, created_at)
                SELECT DISTINCT hash, ? FROM media
                WHERE uploader = ? AND NOT EXISTS (SELECT 1 FROM media_quarantine WHERE media_quarantine.hash = media.hash)
                LIMIT ?
                """,
            arguments: [now.milliseconds, user, limit])
        return db.changesCount
    }

    /// Releases the content of a file.
    static func remove(file id: String, in db: Database) throws {
        try db.execute(
            sql: "DELETE FROM media_quarantine WHERE hash = (SELECT hash FROM media WHERE id = ?)", arguments: [id])
    }

    /// Returns the contents of a room's events after a position, in order.
    static func contents(
        of room: RoomRowID, after position: Int64, atMost limit: Int, in db: Database
    ) throws -> [(position: Int64, content: [UInt8])] {
        try Row.fetchAll(
            db, sql: "SELECT ord, content FROM event WHERE room = ? AND ord > ? ORDER BY ord LIMIT ?",
            arguments: [room, position, limit]
        ).map { ($0[0], [UInt8]($0[1] as Data)) }
    }
}
