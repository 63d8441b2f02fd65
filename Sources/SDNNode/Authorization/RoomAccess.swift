import GRDB
import SDNWire

/// A room as one reader may see it.
struct RoomAccess {
    let room: RoomRecord
    let history: HistoryAccess
    /// The newest position whose state the reader may see, within the stream.
    let statePosition: Int64
    /// The newest position of the stream.
    let newest: Int64

    /// - Throws: `M_FORBIDDEN` for a room that is unknown or that the user has nothing to see in.
    init(_ roomID: String, reader: String, in db: Database) throws {
        self.room = try RoomRecord.require(roomID, in: db)
        self.history = try HistoryAccess(user: reader, room: room.nid, in: db)
        self.newest = try EventStore.position(in: db)
        guard let position = history.statePosition else { throw MatrixError(.forbidden, "You are not in this room.") }
        if !history.isJoined, !history.isWorldReadable, try MembershipRows.isForgotten(room.nid, by: reader, in: db) {
            throw MatrixError(.forbidden, "You have forgotten this room.")
        }
        self.statePosition = min(position, newest)
    }

    /// For ``StateStore``, which is quicker without a position.
    var stateAt: Int64? { statePosition == newest ? nil : statePosition }

    func requireJoined() throws(MatrixError) {
        guard history.isJoined else { throw MatrixError(.forbidden, "You are not joined to this room.") }
    }
}
