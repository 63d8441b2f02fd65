import GRDB
import SDNWire

/// A file's row.
struct MediaRecord: Sendable {
    let id: String
    let hash: String
    let length: Int
    let contentType: String
    let filename: String?

    static func find(_ id: String, in db: Database) throws -> MediaRecord? {
        let row = try Row.fetchOne(
            db.cachedStatement(sql: "SELECT id, hash, length, content_type, filename FROM media WHERE id = ?"), arguments: [id])
        return row.map { MediaRecord(id: $0[0], hash: $0[1], length: $0[2], contentType: $0[3], filename: $0[4]) }
    }

    /// How many bytes of files a user has.
    static func stored(by user: String, in db: Database) throws -> Int64 {
        try Int64.fetchOne(db.cachedStatement(sql: "SELECT coalesce(sum(length), 0) FROM media WHERE uploader = ?"), arguments: [user]) ?? 0
    }

    /// Whether a user has as many files as that. - Parameter limit: no more are counted.
    static func hasFiles(_ user: String, _ limit: Int, in db: Database) throws -> Bool {
        let count = try Int.fetchOne(
            db.cachedStatement(sql: "SELECT count(*) FROM (SELECT 1 FROM media WHERE uploader = ? LIMIT ?)"), arguments: [user, limit])
        return count ?? 0 >= limit
    }

    /// Whether any row is of the file with this hash.
    static func isKept(_ hash: String, in db: Database) throws -> Bool {
        try Bool.fetchOne(db.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM media WHERE hash = ?)"), arguments: [hash]) ?? false
    }

    func insert(uploader: String, now: Int64, in db: Database) throws {
        try db.execute(
            sql: "INSERT INTO media (id, hash, length, content_type, filename, uploader, created_at) VALUES (?, ?, ?, ?, ?, ?, ?)",
            arguments: [id, hash, length, contentType, filename, uploader, now])
    }
}
