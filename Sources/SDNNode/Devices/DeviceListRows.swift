import GRDB
import SDNWire

/// The rows from which the lists of changed devices are made.
enum DeviceListRows {
    /// Returns the users whose keys changed in a range of the stream.
    static func keyChanges(after lower: Int64, upTo upper: Int64, in db: Database) throws -> [String] {
        try String.fetchAll(
            db.cachedStatement(sql: "SELECT user FROM key_change WHERE ord > ? AND ord <= ?"),
            arguments: [lower, upper])
    }

    /// Returns the users whose keys changed in a range of the stream, as far as only the reader sees the change.
    static func privateKeyChanges(of reader: String, after lower: Int64, upTo upper: Int64, in db: Database) throws
        -> [String]
    {
        try String.fetchAll(
            db.cachedStatement(sql: "SELECT user FROM private_key_change WHERE reader = ? AND ord > ? AND ord <= ?"),
            arguments: [reader, lower, upper])
    }

    /// A room of a user, with the position of the user's membership event.
    typealias Changed = (room: RoomRowID, isJoined: Bool, ord: Int64)

    /// Returns the rooms that have events after a position and that the user is joined to, or has left after that position. Each room comes with the
    /// position of the user's membership event.
    static func changedRooms(of user: String, after position: Int64, in db: Database) throws -> [Changed] {
        try Row.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT m.room, m.membership, m.ord FROM membership m JOIN room r ON r.nid = m.room
                    WHERE m.user = ? AND m.membership IN ('join', 'leave', 'ban') AND r.last_ord > ? AND (m.membership = 'join' OR m.ord > ?)
                    """),
            arguments: [user, position, position]
        ).map { ($0[0], $0[1] as String == "join", $0[2]) }
    }

    /// True if a user was joined to a room at a position, or joined it later, up to another position.
    static func wasJoined(_ user: String, room: RoomRowID, after lower: Int64, upTo upper: Int64, in db: Database)
        throws -> Bool
    {
        let before = try StateStore.entry(EventType.member, user, room: room, at: lower, in: db)
        if before?.value == Membership.join.rawValue { return true }
        return try Bool.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT EXISTS (SELECT 1 FROM state_history
                    WHERE room = ? AND type = 'm.room.member' AND state_key = ? AND ord > ? AND ord <= ? AND value = 'join')
                    """),
            arguments: [room, user, lower, upper]) ?? false
    }
}
