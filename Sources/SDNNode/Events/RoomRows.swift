import GRDB
import SDNWire

/// A room's row: the facts about earlier events that the next event needs.
struct RoomRecord: Sendable {
    let rowID: RoomRowID
    let roomID: String
    let version: RoomVersion
    var lastOrd: Int64
    var lastEvent: String?
    var depth: Int64
    /// True while an upgrade is making the room. Until the upgrade is complete, the room's creator has more power than later, and no user may use the
    /// room.
    let isBeingMade: Bool
    /// True if the node's operator has closed the room. Nobody can join it or write in it any more.
    var isClosed = false
    /// The number of joined users.
    var joined: Int64 = 0

    /// Returns a room. An unknown room causes the same error as a room that the caller is not in (SDN sheet 7.7).
    static func require(_ roomID: String, in db: Database) throws -> RoomRecord {
        guard let room = try find(roomID, in: db) else { throw MatrixError(.forbidden, "You are not in this room.") }
        return room
    }

    /// Returns the room if it may be changed.
    /// - Throws: `M_FORBIDDEN` while an upgrade is making the room, and if the operator has closed it.
    func complete() throws(MatrixError) -> RoomRecord {
        guard !isClosed else { throw MatrixError(.forbidden, "The operator of this node has closed the room.") }
        guard !isBeingMade else { throw MatrixError(.forbidden, "The room is not complete yet.") }
        return self
    }
}

/// The table `room`.
enum RoomRows {
    /// Returns the number of users who are joined to a room.
    static func joined(_ room: RoomRowID, in db: Database) throws -> Int64 {
        try db.first("SELECT joined FROM room WHERE nid = ?", room) { $0.int(0) } ?? 0
    }

    /// Returns the numbers of users who are joined and invited to a room.
    static func counts(_ room: RoomRowID, in db: Database) throws -> (joined: Int64, invited: Int64) {
        try db.first("SELECT joined, invited FROM room WHERE nid = ?", room) { ($0.int(0), $0.int(1)) } ?? (0, 0)
    }

    /// True if the public list contains the room.
    static func isListed(_ room: RoomRowID, in db: Database) throws -> Bool {
        try Bool.fetchOne(db, sql: "SELECT is_listed FROM room WHERE nid = ?", arguments: [room]) ?? false
    }

    static func setListed(_ isListed: Bool, _ room: RoomRowID, in db: Database) throws {
        try db.execute(sql: "UPDATE room SET is_listed = ? WHERE nid = ?", arguments: [isListed, room])
    }

    /// Gives a room the visibility of another room in the public room list: both are listed, or neither is.
    static func list(_ room: RoomRowID, as other: RoomRowID, in db: Database) throws {
        try db.execute(
            sql: "UPDATE room SET is_listed = (SELECT is_listed FROM room WHERE nid = ?2) WHERE nid = ?1",
            arguments: [room, other])
    }

    /// Records that the upgrade that made a room is complete.
    static func complete(_ room: RoomRowID, in db: Database) throws {
        try db.execute(sql: "UPDATE room SET is_being_made = 0 WHERE nid = ?", arguments: [room])
    }

    /// Closes a room for good.
    static func close(_ room: RoomRowID, in db: Database) throws {
        try db.execute(sql: "UPDATE room SET is_closed = 1, is_listed = 0 WHERE nid = ?", arguments: [room])
    }

    /// Stores the newest event of a room.
    static func advance(_ room: RoomRecord, in db: Database) throws {
        try db.run(
            "UPDATE room SET last_ord = ?, last_event = ?, depth = ? WHERE nid = ?", room.lastOrd, room.lastEvent,
            room.depth, room.rowID)
    }

    /// Returns the rooms that come after a place in the public room list, or before it if `isBackwards` is true. The list is sorted by the number
    /// of members and then by age.
    static func listed(
        next bound: (joined: Int64, rowID: RoomRowID), isBackwards: Bool, limit: Int, in db: Database
    ) throws -> [(rowID: RoomRowID, roomID: String, joined: Int64)] {
        let condition =
            isBackwards ? "joined >= ?1 AND (joined > ?1 OR nid < ?2)" : "joined <= ?1 AND (joined < ?1 OR nid > ?2)"
        let order = isBackwards ? "joined, nid DESC" : "joined DESC, nid"
        return try Row.fetchAll(
            db.cachedStatement(
                sql: "SELECT nid, room_id, joined FROM room WHERE is_listed AND \(condition) ORDER BY \(order) LIMIT ?3"
            ),
            arguments: [bound.joined, bound.rowID, limit]
        ).map { ($0[0], $0[1], $0[2]) }
    }

    static func countListed(in db: Database) throws -> Int {
        try Int.fetchOne(db.cachedStatement(sql: "SELECT count(*) FROM room WHERE is_listed")) ?? 0
    }
}

extension RoomRecord {
    private static let select =
        "SELECT nid, room_id, version, last_ord, last_event, depth, is_being_made, is_closed, joined FROM room WHERE "

    static func find(_ roomID: String, in db: Database) throws -> RoomRecord? {
        try db.first(select + "room_id = ?", roomID, read: RoomRecord.init(row:))
    }

    static func find(rowID: RoomRowID, in db: Database) throws -> RoomRecord? {
        try db.first(select + "nid = ?", rowID, read: RoomRecord.init(row:))
    }

    static func make(_ roomID: String, version: RoomVersion, isListed: Bool, isBeingMade: Bool = false, in db: Database)
        throws -> RoomRecord
    {
        try db.execute(
            sql: "INSERT INTO room (room_id, version, is_listed, is_being_made) VALUES (?, ?, ?, ?)",
            arguments: [roomID, version.rawValue, isListed, isBeingMade])
        return RoomRecord(
            rowID: RoomRowID(rawValue: db.lastInsertedRowID), roomID: roomID, version: version, lastOrd: 0,
            lastEvent: nil, depth: 0,
            isBeingMade: isBeingMade)
    }

    /// - Throws: ``NodeError`` if this release of Herald does not know the room version, and therefore cannot hash the room's events.
    private init(row: QuickRow) throws {
        guard let version = RoomVersion(rawValue: row.text(2)) else {
            throw NodeError(
                .databaseUnreadable, field: "room.version", reason: "this release does not know the version")
        }
        self.init(
            rowID: RoomRowID(rawValue: row.int(0)), roomID: row.text(1), version: version, lastOrd: row.int(3),
            lastEvent: row.optionalText(4), depth: row.int(5), isBeingMade: row.bool(6), isClosed: row.bool(7),
            joined: row.int(8))
    }
}
