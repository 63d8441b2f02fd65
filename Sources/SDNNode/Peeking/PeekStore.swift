import GRDB
import SDNWire

/// The rooms that devices peek into: they are shown in the device's syncs although the user is no member (MSC2753).
enum PeekStore {
    /// The most rooms that one device peeks into.
    static let roomsPerDevice = 32

    /// Begins to show a room in the syncs of a device. If the device peeks into too many rooms, the one that it has peeked into longest is no longer
    /// shown.
    static func begin(_ room: RoomRowID, of caller: Caller, in db: Database) throws {
        let ord = try EventStore.nextPosition(in: db)
        try db.cachedStatement(
            sql:
                "INSERT INTO peek (user, device, room, ord) VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET ord = excluded.ord"
        ).execute(arguments: [caller.userID, caller.deviceID, room, ord])
        try db.cachedStatement(
            sql: """
                DELETE FROM peek WHERE user = ?1 AND device = ?2 AND ord <= (
                    SELECT ord FROM peek WHERE user = ?1 AND device = ?2 ORDER BY ord DESC LIMIT 1 OFFSET ?3)
                """
        ).execute(arguments: [caller.userID, caller.deviceID, roomsPerDevice])
    }

    static func end(_ room: RoomRowID, of caller: Caller, in db: Database) throws {
        try db.cachedStatement(sql: "DELETE FROM peek WHERE user = ? AND device = ? AND room = ?")
            .execute(arguments: [caller.userID, caller.deviceID, room])
    }
}
