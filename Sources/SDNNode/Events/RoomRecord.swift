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
    /// True while an upgrade is making the room. Until it is complete, its creator has more power than later, and no user may use it.
    let isBeingMade: Bool

    /// Returns a room that exists. The error for an unknown one is that for a room that the caller is not in (SDN sheet 7.7).
    static func require(_ roomID: String, in db: Database) throws -> RoomRecord {
        guard let room = try find(roomID, in: db) else { throw MatrixError(.forbidden, "You are not in this room.") }
        return room
    }

    /// Returns the room for a change.
    /// - Throws: `M_FORBIDDEN` while an upgrade is making the room.
    func complete() throws(MatrixError) -> RoomRecord {
        guard !isBeingMade else { throw MatrixError(.forbidden, "The room is not complete yet.") }
        return self
    }
}
