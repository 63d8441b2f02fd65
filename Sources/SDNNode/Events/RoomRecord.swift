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

    /// A room that exists; an unknown one looks like one that the caller is not in (SDN sheet 7.7).
    static func require(_ roomID: String, in db: Database) throws -> RoomRecord {
        guard let room = try find(roomID, in: db) else { throw MatrixError(.forbidden, "You are not in this room.") }
        return room
    }

    /// The room, for whoever wants to change it. - Throws: `M_FORBIDDEN` as long as it is being made.
    func complete() throws(MatrixError) -> RoomRecord {
        guard !isBeingMade else { throw MatrixError(.forbidden, "The room is not complete yet.") }
        return self
    }
}
