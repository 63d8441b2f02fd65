import GRDB
import SDNWire

/// The queries of the event stream.
enum EventStreamRows {
    /// A room of the user that has events or receipts after a position.
    struct Changed {
        let room: RoomRowID
        let isJoined: Bool
        let hasEvents: Bool
        let hasReceipts: Bool

        fileprivate init(_ row: Row) {
            (room, isJoined, hasEvents, hasReceipts) = (row[0], row[1] as String == "join", row[2], row[3])
        }
    }

    static func changedRooms(of user: String, after position: Int64, in db: Database) throws -> [Changed] {
        try Row.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT m.room, m.membership, r.last_ord > ?2, r.last_receipt > ?2 FROM membership m JOIN room r ON r.nid = m.room
                    WHERE m.user = ?1 AND NOT m.forgotten AND (r.last_ord > ?2 OR r.last_receipt > ?2)
                    AND (m.membership IN ('join', 'invite', 'knock') OR m.ord > ?2)
                    """),
            arguments: [user, position]
        ).map(Changed.init)
    }

    /// Returns the account data of a user that changed after a position, in the order of the changes.
    static func accountData(of user: String, after position: Int64, limit: Int, in db: Database) throws -> [(
        room: RoomRowID, type: String, ord: Int64
    )] {
        try Row.fetchAll(
            db.cachedStatement(
                sql: "SELECT room, type, ord FROM account_data WHERE user = ? AND ord > ? ORDER BY ord LIMIT ?"),
            arguments: [user, position, limit]
        ).map { ($0[0], $0[1], $0[2]) }
    }
}
