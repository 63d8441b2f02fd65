import GRDB
import SDNWire

/// The queries of sync over the tables of rooms.
enum SyncRows {
    /// A user's membership in a room.
    struct Place {
        let room: RoomRowID
        let membership: Membership
        /// The position of the membership.
        let ord: Int64

        fileprivate init?(_ row: Row) {
            guard let membership = Membership(rawValue: row[1]) else { return nil }
            (room, self.membership, ord) = (row[0], membership, row[2])
        }
    }

    /// Returns the rooms of a user with news after a position.
    /// - Parameters:
    ///   - since: the position that the device knows. A room that the user left after this position is included even if another device has
    ///     forgotten it.
    ///   - allInvitations: true if older invitations are included.
    static func changed(
        for user: String, after position: Int64, since: Int64, allInvitations: Bool, in db: Database
    ) throws -> [Place] {
        try Row.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT m.room, m.membership, m.ord FROM membership m JOIN room r ON r.nid = m.room
                    WHERE m.user = ?1 AND (m.forgotten = 0 OR m.ord > ?4)
                    AND (r.last_ord > ?2 OR r.last_receipt > ?2 OR m.room IN (SELECT room FROM account_data WHERE user = ?1 AND ord > ?2)
                        OR ?3 AND m.membership = 'invite') ORDER BY m.ord
                    """),
            arguments: [user, position, allInvitations, since]
        ).compactMap(Place.init)
    }

    /// Returns the user's membership in a room; `nil` if the user is not joined.
    static func joined(_ room: RoomRowID, by user: String, in db: Database) throws -> Place? {
        try Row.fetchOne(
            db.cachedStatement(
                sql: "SELECT room, membership, ord FROM membership WHERE user = ? AND room = ? AND membership = 'join'"),
            arguments: [user, room]
        ).flatMap(Place.init)
    }

    /// True if the room has a member event after one position and up to another one.
    static func hasMemberEvent(in room: RoomRowID, after lower: Int64, upTo upper: Int64, in db: Database) throws
        -> Bool
    {
        try Int64.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT 1 FROM event WHERE room = ? AND ord > ? AND ord <= ? AND state_key IS NOT NULL AND type = 'm.room.member' LIMIT 1
                    """),
            arguments: [room, lower, upper]) != nil
    }

    /// Returns up to five users of a room, those with the oldest member events. `user` is left out.
    /// - Parameter memberships: the memberships that count.
    static func heroes(of room: RoomRowID, _ memberships: [Membership], besides user: String, in db: Database) throws
        -> [String]
    {
        let memberships = memberships.map { "'\($0.rawValue)'" }.joined(separator: ", ")
        return try String.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT user FROM membership INDEXED BY membership_by_age
                    WHERE room = ? AND membership IN (\(memberships)) AND user <> ? ORDER BY ord LIMIT 5
                    """),
            arguments: [room, user])
    }
}
