import GRDB
import SDNWire

/// A room, with the rights that one reader has in it.
struct RoomAccess {
    let room: RoomRecord
    let history: HistoryAccess
    /// The newest position whose state the reader may see, at most ``newest``.
    let statePosition: Int64
    /// The newest position of the stream.
    let newest: Int64

    /// - Throws: `M_FORBIDDEN` if the room is unknown or the user may see nothing of it.
    init(_ roomID: String, reader: String, in db: Database) throws {
        self.room = try RoomRecord.require(roomID, in: db)
        self.history = try HistoryAccess(user: reader, room: room.rowID, isClosed: room.isClosed, in: db)
        self.newest = try EventStore.position(in: db)
        guard let position = history.statePosition else { throw MatrixError(.forbidden, "You are not in this room.") }
        if !history.isJoined, !history.isWorldReadable, try MembershipRows.isForgotten(room.rowID, by: reader, in: db) {
            throw MatrixError(.forbidden, "You have forgotten this room.")
        }
        self.statePosition = min(position, newest)
    }

    /// The position to pass to ``StateStore``. It is `nil` if the reader may see the current state, which is faster to read than an older one.
    var stateAt: Int64? { statePosition == newest ? nil : statePosition }

    func requireJoined() throws(MatrixError) {
        guard history.isJoined else { throw MatrixError(.forbidden, "You are not joined to this room.") }
    }
}
