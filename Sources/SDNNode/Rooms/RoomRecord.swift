import GRDB
import SDNWire

/// A room's row: what the next event needs to know of the ones before.
struct RoomRecord: Sendable {
    let nid: Int64
    let roomID: String
    let version: RoomVersion
    var lastOrd: Int64
    var lastEvent: String?
    var depth: Int64

    static func find(_ roomID: String, in db: Database) throws -> RoomRecord? {
        let statement = try db.cachedStatement(sql: "SELECT nid, room_id, version, last_ord, last_event, depth FROM room WHERE room_id = ?")
        return try Row.fetchOne(statement, arguments: [roomID]).map(RoomRecord.init(row:))
    }

    static func find(nid: Int64, in db: Database) throws -> RoomRecord? {
        let statement = try db.cachedStatement(sql: "SELECT nid, room_id, version, last_ord, last_event, depth FROM room WHERE nid = ?")
        return try Row.fetchOne(statement, arguments: [nid]).map(RoomRecord.init(row:))
    }

    /// A room that exists; an unknown one looks like one that the caller is not in (SDN sheet 7.7).
    static func require(_ roomID: String, in db: Database) throws -> RoomRecord {
        guard let room = try find(roomID, in: db) else { throw MatrixError(.forbidden, "You are not in this room.") }
        return room
    }

    static func make(_ roomID: String, version: RoomVersion, isListed: Bool, in db: Database) throws -> RoomRecord {
        try db.execute(
            sql: "INSERT INTO room (room_id, version, is_listed) VALUES (?, ?, ?)", arguments: [roomID, version.rawValue, isListed])
        return RoomRecord(nid: db.lastInsertedRowID, roomID: roomID, version: version, lastOrd: 0, lastEvent: nil, depth: 0)
    }

    private init(row: Row) {
        self.init(
            nid: row[0], roomID: row[1], version: RoomVersion(rawValue: row[2]) ?? .standard, lastOrd: row[3], lastEvent: row[4], depth: row[5])
    }

    private init(nid: Int64, roomID: String, version: RoomVersion, lastOrd: Int64, lastEvent: String?, depth: Int64) {
        self.nid = nid
        self.roomID = roomID
        self.version = version
        self.lastOrd = lastOrd
        self.lastEvent = lastEvent
        self.depth = depth
    }
}
