import GRDB
import SDNWire

/// The queries of sync over the tables of rooms.
enum SyncRows {
    /// A user's membership in a room.
    struct Place {
        let room: RoomRowID
        /// The membership; `nil` if the device peeks into the room.
        let membership: Membership?
        /// The position of the membership, or the one at which the peeking began.
        let ord: Int64
        /// The positions of the room's newest event and newest receipt.
        let lastEvent: Int64, lastReceipt: Int64

        fileprivate init(_ row: QuickRow) {
            room = RoomRowID(rawValue: row.int(0))
            membership = Membership(rawValue: row.text(1))
            (ord, lastEvent, lastReceipt) = (row.int(2), row.int(3), row.int(4))
        }

        /// The room as one whose members may have moved after a position; `nil` if they have not. See ``DeviceListRows``.
        func changed(after position: Int64) -> DeviceListRows.Changed? {
            guard lastEvent > position else { return nil }
            switch membership {
            case .join: return (room, true, ord)
            case .leave, .ban: return ord > position ? (room, false, ord) : nil
            case .invite, .knock, nil: return nil
            }
        }
    }

    /// Returns the rooms of a user with news after a position, and the rooms that the device peeks into. The peeking ends when the user joins the
    /// room, is banned, or gets another membership.
    /// - Parameters:
    ///   - since: the position that the device knows. A room that the user left after this position is included even if another device has
    ///     forgotten it.
    ///   - allInvitations: true if older invitations are included.
    static func changed(
        for user: String, device: String, after position: Int64, since: Int64, allInvitations: Bool, in db: Database
    ) throws -> [Place] {
        var places: [Place] = []
        try db.each(
            """
            SELECT m.room, m.membership, m.ord AS place, r.last_ord, r.last_receipt FROM membership m JOIN room r ON r.nid = m.room
            WHERE m.user = ?1 AND (m.forgotten = 0 OR m.ord > ?4)
            AND (r.last_ord > ?2 OR r.last_receipt > ?2 OR m.room IN (SELECT room FROM account_data WHERE user = ?1 AND ord > ?2)
                OR ?3 AND m.membership = 'invite')
            UNION ALL SELECT p.room, '', p.ord, r.last_ord, r.last_receipt FROM peek p JOIN room r ON r.nid = p.room
            WHERE p.user = ?1 AND p.device = ?5 AND (r.last_ord > ?2 OR p.ord > ?2) AND NOT EXISTS (
                SELECT 1 FROM membership x WHERE x.user = ?1 AND x.room = p.room AND (x.membership = 'join' OR x.ord > p.ord))
            ORDER BY place
            """, user, position, allInvitations, since, device
        ) { row in places.append(Place(row)) }
        return places
    }

    /// Returns the user's membership in a room; `nil` if the user is not joined.
    static func joined(_ room: RoomRowID, by user: String, in db: Database) throws -> Place? {
        try db.first(
            """
            SELECT m.room, m.membership, m.ord, r.last_ord, r.last_receipt FROM membership m JOIN room r ON r.nid = m.room
            WHERE m.user = ? AND m.room = ? AND m.membership = 'join'
            """, user, room, read: Place.init)
    }

    /// True if the room has a state event after one position and up to another one.
    static func hasStateEvent(in room: RoomRowID, after lower: Int64, upTo upper: Int64, in db: Database) throws -> Bool
    {
        try Int64.fetchOne(
            db.cachedStatement(
                sql: "SELECT 1 FROM event WHERE room = ? AND ord > ? AND ord <= ? AND state_key IS NOT NULL LIMIT 1"),
            arguments: [room, lower, upper]) != nil
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
