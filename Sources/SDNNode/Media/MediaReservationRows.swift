import GRDB
import SDNWire

/// A reserved URI: an ID without a file yet. Its user may upload the file until the deadline.
struct MediaReservation: Sendable {
    let id: String
    let uploader: String
    let madeAt: Timestamp
    let deadline: Timestamp

    /// The most expired reservations that a new one deletes.
    static let sweep = 16

    /// True if the file may still be uploaded.
    func isOpen(at now: Timestamp) -> Bool { StoredDeadline.isAhead(deadline, madeAt: madeAt, now: now) }
}

/// Reads and writes of the table of reservations.
extension MediaReservation {
    static func find(_ id: String, in db: Database) throws -> MediaReservation? {
        try Row.fetchOne(
            db.cachedStatement(
                sql: "SELECT id, uploader, created_at, expires_at FROM media_reservation WHERE id = ?"),
            arguments: [id]
        ).map(MediaReservation.init(row:))
    }

    /// Returns the reservations of a user, the oldest first. Their number is limited.
    static func all(of user: String, in db: Database) throws -> [MediaReservation] {
        try Row.fetchAll(
            db,
            sql:
                "SELECT id, uploader, created_at, expires_at FROM media_reservation WHERE uploader = ? ORDER BY expires_at",
            arguments: [user]
        ).map(MediaReservation.init(row:))
    }

    private init(row: Row) {
        self.init(
            id: row[0], uploader: row[1], madeAt: Timestamp(milliseconds: row[2]),
            deadline: Timestamp(milliseconds: row[3]))
    }

    func insert(in db: Database) throws {
        try db.execute(
            sql: "INSERT INTO media_reservation (id, uploader, created_at, expires_at) VALUES (?, ?, ?, ?)",
            arguments: [id, uploader, madeAt.milliseconds, deadline.milliseconds])
    }

    func remove(in db: Database) throws {
        try db.execute(sql: "DELETE FROM media_reservation WHERE id = ?", arguments: [id])
    }

    /// Deletes some expired reservations of all users, the oldest first.
    static func removeExpired(at now: Timestamp, in db: Database) throws {
        try db.execute(
            sql: """
                DELETE FROM media_reservation WHERE id IN
                    (SELECT id FROM media_reservation WHERE expires_at <= ? ORDER BY expires_at LIMIT \(sweep))
                """,
            arguments: [now.milliseconds])
    }
}
