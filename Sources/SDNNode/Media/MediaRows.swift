import GRDB

/// The row of a file.
struct MediaRecord: Sendable {
    let id: String
    let hash: String
    let length: Int
    let contentType: String
    let filename: String?
    /// The time of the upload, or of a later download.
    let usedAt: Timestamp
}

/// Reads and writes of the table of files.
extension MediaRecord {
    /// Returns the row of a file; `nil` if there is none, or an administrator has quarantined the file.
    static func find(_ id: String, in db: Database) throws -> MediaRecord? {
        let row = try Row.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT id, hash, length, content_type, filename, used_at FROM media
                    WHERE id = ? AND NOT EXISTS (SELECT 1 FROM media_quarantine WHERE media_quarantine.hash = media.hash)
                    """),
            arguments: [id])
        return row.map {
            MediaRecord(
                id: $0[0], hash: $0[1], length: $0[2], contentType: $0[3], filename: $0[4],
                usedAt: Timestamp(milliseconds: $0[5]))
        }
    }

    /// Triggers keep the number and bytes of a user's files in one row, because a user may have too many files to sum them for each upload.
    static let useStatement = "SELECT files, bytes FROM media_use WHERE uploader = ?"

    /// Returns the number of a user's files and their bytes.
    static func use(by user: String, in db: Database) throws -> (files: Int, bytes: Int64) {
        let row = try Row.fetchOne(db.cachedStatement(sql: useStatement), arguments: [user])
        return row.map { ($0[0], $0[1]) } ?? (0, 0)
    }

    /// True if the ID has a file, quarantined or not.
    static func exists(_ id: String, in db: Database) throws -> Bool {
        try Bool.fetchOne(
            db.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM media WHERE id = ?)"), arguments: [id]) ?? false
    }

    /// True if a row in the table of files has this hash.
    static func isKept(_ hash: String, in db: Database) throws -> Bool {
        try Bool.fetchOne(
            db.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM media WHERE hash = ?)"), arguments: [hash]) ?? false
    }

    func insert(uploader: String, in db: Database) throws {
        try db.execute(
            sql: """
                INSERT INTO media (id, hash, length, content_type, filename, uploader, created_at, used_at)
                VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?7)
                """,
            arguments: [id, hash, length, contentType, filename, uploader, usedAt.milliseconds])
    }

    /// Returns files that were last used before a time, those first that were used longest ago.
    static func unused(since time: Timestamp, atMost limit: Int, in db: Database) throws -> [(id: String, hash: String)]
    {
        try Row.fetchAll(
            db, sql: "SELECT id, hash FROM media WHERE used_at < ? ORDER BY used_at LIMIT ?",
            arguments: [time.milliseconds, limit]
        ).map { ($0[0], $0[1]) }
    }

    static func note(use id: String, at now: Timestamp, in db: Database) throws {
        try db.execute(sql: "UPDATE media SET used_at = ? WHERE id = ?", arguments: [now.milliseconds, id])
    }

    static func remove(_ id: String, in db: Database) throws {
        try db.execute(sql: "DELETE FROM media WHERE id = ?", arguments: [id])
    }
}
