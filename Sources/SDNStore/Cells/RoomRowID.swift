/// The row ID of a room: the key of the room's row in the database. Other tables refer to rooms by it, because it is shorter than a room ID. It never
/// leaves the store.
struct RoomRowID: Hashable, Sendable {
    let rawValue: Int64
}
