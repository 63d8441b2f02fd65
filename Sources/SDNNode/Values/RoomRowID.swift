import GRDB

/// The row ID of a room: the key of the room's row in the database. Other tables refer to rooms by it, because it is shorter than a room ID. It never
/// leaves the node.
struct RoomRowID: RawRepresentable, Sendable, Hashable, Comparable, Codable {
    let rawValue: Int64

    /// Stands for no room, as in global account data. It is less than the row ID of any room.
    static let noRoom = RoomRowID(rawValue: 0)

    static func < (left: RoomRowID, right: RoomRowID) -> Bool { left.rawValue < right.rawValue }
}

extension RoomRowID: DatabaseValueConvertible, StatementColumnConvertible {
    // Binds the number directly. GRDB's default implementation would create a `DatabaseValue` first, which takes longer.
    func bind(to sqliteStatement: SQLiteStatement, at index: CInt) -> CInt {
        rawValue.bind(to: sqliteStatement, at: index)
    }
}
