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
    /// Whether an upgrade still makes it: until it is complete its maker has more power in it than later on, and nobody may use it.
    let isBeingMade: Bool

    static func find(_ roomID: String, in db: Database) throws -> RoomRecord? {
        let statement = try db.cachedStatement(sql: "SELECT nid, room_id, version, last_ord, last_event, depth, is_being_made FROM room WHERE room_id = ?")
        return try Row.fetchOne(statement, arguments: [roomID]).map(RoomRecord.init(row:))
    }

    static func find(nid: Int64, in db: Database) throws -> RoomRecord? {
        let statement = try db.cachedStatement(sql: "SELECT nid, room_id, version, last_ord, last_event, depth, is_being_made FROM room WHERE nid = ?")
        return try Row.fetchOne(statement, arguments: [nid]).map(RoomRecord.init(row:))
    }

    /// A room that exists; an unknown one looks like one that the caller is not in (SDN sheet 7.7).
    static func require(_ roomID: String, in db: Database) throws -> RoomRecord {
        guard let room = try find(roomID, in: db) else { throw MatrixError(.forbidden, "You are not in this room.") }
        return room
    }

    static func make(_ roomID: String, version: RoomVersion, isListed: Bool, isBeingMade: Bool = false, in db: Database) throws -> RoomRecord {
        try db.execute(
            sql: "INSERT INTO room (room_id, version, is_listed, is_being_made) VALUES (?, ?, ?, ?)",
            arguments: [roomID, version.rawValue, isListed, isBeingMade])
        return RoomRecord(
            nid: db.lastInsertedRowID, roomID: roomID, version: version, lastOrd: 0, lastEvent: nil, depth: 0, isBeingMade: isBeingMade)
    }

    /// The room, for whoever wants to change it. - Throws: `M_FORBIDDEN` as long as it is being made.
    func complete() throws(MatrixError) -> RoomRecord {
        guard !isBeingMade else { throw MatrixError(.forbidden, "The room is not complete yet.") }
        return self
    }

    private init(row: Row) {
        self.init(
            nid: row[0], roomID: row[1], version: RoomVersion(rawValue: row[2]) ?? .standard, lastOrd: row[3], lastEvent: row[4], depth: row[5],
            isBeingMade: row[6])
    }

    private init(nid: Int64, roomID: String, version: RoomVersion, lastOrd: Int64, lastEvent: String?, depth: Int64, isBeingMade: Bool) {
        self.nid = nid
        self.roomID = roomID
        self.version = version
        self.lastOrd = lastOrd
        self.lastEvent = lastEvent
        self.depth = depth
        self.isBeingMade = isBeingMade
    }
}
