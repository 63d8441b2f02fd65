import GRDB

/// Reads and writes of the table of files in a backup's copy of the database.
enum CopiedMediaRows {
    /// The most contents that one call of ``contents(after:in:)`` returns.
    static let perPage = 1_000

    /// Returns contents whose hashes come after one, in the order of the hashes, with their lengths.
    static func contents(after hash: String, in db: Database) throws -> [(hash: String, length: Int64)] {
        try Row.fetchAll(
            db, sql: "SELECT hash, max(length) FROM media WHERE hash > ? GROUP BY hash ORDER BY hash LIMIT ?",
            arguments: [hash, perPage]
        ).map { ($0[0], $0[1]) }
    }

    /// Deletes the rows of contents that are not in the backup.
    static func remove(_ hashes: [String], in db: Database) throws {
        for hash in hashes { try db.execute(sql: "DELETE FROM media WHERE hash = ?", arguments: [hash]) }
    }
}
