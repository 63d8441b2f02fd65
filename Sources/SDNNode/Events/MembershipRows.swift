import GRDB
import SDNWire

/// The table `membership`: the users of each room.
enum MembershipRows {
    /// Returns the row IDs of the rooms that a user is joined to, in ascending order. Only row IDs above `place` are included.
    static func joinedRooms(of user: String, after place: RoomRowID, limit: Int, in db: Database) throws -> [RoomRowID]
    {
        try RoomRowID.fetchAll(
            db.cachedStatement(
                sql:
                    "SELECT room FROM membership WHERE user = ? AND membership = 'join' AND room > ? ORDER BY room LIMIT ?"
            ),
            arguments: [user, place, limit])
    }

    /// Returns the row IDs of the rooms that a user is joined to, invited to or knocking at, in ascending order. Only row IDs above `place` are
    /// included.
    static func openRooms(of user: String, after place: RoomRowID, limit: Int, in db: Database) throws -> [RoomRowID] {
        try RoomRowID.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT room FROM membership WHERE user = ? AND membership IN ('join', 'invite', 'knock') AND room > ? ORDER BY room LIMIT ?
                    """),
            arguments: [user, place, limit])
    }

    /// Returns the IDs of the rooms that a user is joined to, in the order of joining.
    static func joinedRoomIDs(of user: String, in db: Database) throws -> [String] {
        try String.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT r.room_id FROM membership m JOIN room r ON r.nid = m.room WHERE m.user = ? AND m.membership = 'join' ORDER BY m.ord
                    """),
            arguments: [user])
    }

    /// Returns the rooms that a user is joined to and the position of each room's newest event. The room with the newest event comes first.
    static func newestRooms(of user: String, limit: Int = -1, in db: Database) throws -> [(
        rowID: RoomRowID, newest: Int64
    )] {
        try Row.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT m.room, r.last_ord FROM membership m JOIN room r ON r.nid = m.room WHERE m.user = ? AND m.membership = 'join'
                    ORDER BY r.last_ord DESC LIMIT ?
                    """),
            arguments: [user, limit]
        ).map { ($0[0], $0[1]) }
    }

    /// Returns the rooms that a user is joined or invited to. Each comes with the position of the newest event that the user can have been notified
    /// of: the newest event of a joined room, or the invitation. The room with the newest such event comes first.
    static func notifyingRooms(of user: String, in db: Database) throws -> [(rowID: RoomRowID, newest: Int64)] {
        try Row.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT m.room, CASE m.membership WHEN 'join' THEN r.last_ord ELSE m.ord END AS newest
                    FROM membership m JOIN room r ON r.nid = m.room
                    WHERE m.user = ? AND m.membership IN ('join', 'invite') ORDER BY newest DESC
                    """),
            arguments: [user]
        ).map { ($0[0], $0[1]) }
    }

    /// Returns the rooms that a user is joined or invited to and that have events after a position.
    static func changedRooms(of user: String, after position: Int64, in db: Database) throws -> [RoomRowID] {
        try RoomRowID.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT m.room FROM membership m JOIN room r ON r.nid = m.room
                    WHERE m.user = ? AND m.membership IN ('join', 'invite') AND r.last_ord > ?
                    """),
            arguments: [user, position])
    }

    /// Returns the row ID of a room; `nil` if the room is unknown or the user is not joined.
    static func joinedRoom(_ roomID: String, of user: String, in db: Database) throws -> RoomRowID? {
        let statement = try db.cachedStatement(
            sql: """
                SELECT m.room FROM membership m JOIN room r ON r.nid = m.room WHERE m.user = ? AND m.membership = 'join' AND r.room_id = ?
                """)
        return try RoomRowID.fetchOne(statement, arguments: [user, roomID])
    }

    /// Returns the row ID of a room; `nil` if the room is unknown or the user has no membership in it.
    static func room(_ roomID: String, of user: String, in db: Database) throws -> RoomRowID? {
        try RoomRowID.fetchOne(
            db,
            sql: "SELECT m.room FROM membership m JOIN room r ON r.nid = m.room WHERE m.user = ? AND r.room_id = ?",
            arguments: [user, roomID])
    }

    /// Returns the rooms that a user is joined to, or has left and not forgotten.
    static func keptRooms(of user: String, in db: Database) throws -> [(rowID: RoomRowID, roomID: String)] {
        try Row.fetchAll(
            db,
            sql: """
                SELECT m.room, r.room_id FROM membership m JOIN room r ON r.nid = m.room
                WHERE m.user = ? AND NOT m.forgotten AND m.membership IN ('join', 'leave', 'ban')
                """,
            arguments: [user]
        ).map { ($0[0], $0[1]) }
    }

    /// Returns the rooms whose only members are a joined user and another user who is joined or invited, newest event first.
    static func roomsOfTwo(_ user: String, and other: String, in db: Database) throws -> [(
        rowID: RoomRowID, roomID: String
    )] {
        try Row.fetchAll(
            db,
            sql: """
                SELECT m.room, r.room_id FROM membership m JOIN room r ON r.nid = m.room
                JOIN membership o ON o.room = m.room AND o.user = ? AND o.membership IN ('join', 'invite')
                WHERE m.user = ? AND m.membership = 'join'
                    AND (SELECT count(*) FROM (
                        SELECT 1 FROM membership x WHERE x.room = m.room AND x.membership IN ('join', 'invite', 'knock') LIMIT 3)) = 2
                ORDER BY r.last_ord DESC
                """,
            arguments: [other, user]
        ).map { ($0[0], $0[1]) }
    }

    /// Removes a room from a user's lists.
    static func forget(_ room: RoomRowID, by user: String, in db: Database) throws {
        try db.execute(sql: "UPDATE membership SET forgotten = 1 WHERE user = ? AND room = ?", arguments: [user, room])
    }

    static func isForgotten(_ room: RoomRowID, by user: String, in db: Database) throws -> Bool {
        try Bool.fetchOne(
            db.cachedStatement(sql: "SELECT forgotten FROM membership WHERE user = ? AND room = ?"),
            arguments: [user, room]) ?? false
    }

    /// Returns the joined users of a room.
    static func joinedUsers(in room: RoomRowID, in db: Database) throws -> Set<String> {
        try String.fetchSet(
            db.cachedStatement(sql: "SELECT user FROM membership WHERE room = ? AND membership = 'join'"),
            arguments: [room])
    }

    /// Returns the first joined user of a room for whom `isWanted` returns `true`.
    static func firstJoined(in room: RoomRowID, in db: Database, where isWanted: (String) -> Bool) throws -> String? {
        let joined = try String.fetchCursor(
            db.makeStatement(sql: "SELECT user FROM membership WHERE room = ? AND membership = 'join'"),
            arguments: [room])
        while let user = try joined.next() {
            if isWanted(user) { return user }
        }
        return nil
    }

    /// Returns the position of the join with which a room began; 0 if the room is empty.
    static func firstJoin(in room: RoomRowID, in db: Database) throws -> Int64 {
        try Int64.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT ord FROM event WHERE room = ? AND state_key IS NOT NULL AND type = 'm.room.member' ORDER BY ord LIMIT 1
                    """),
            arguments: [room]) ?? 0
    }

    /// Returns the given users who are joined to a room.
    static func joined(among users: Set<String>, room: RoomRowID, in db: Database) throws -> Set<String> {
        let statement = try db.cachedStatement(
            sql: "SELECT 1 FROM membership WHERE user = ? AND room = ? AND membership = 'join'")
        return try users.filter { try !$0.utf8.contains(0) && Int64.fetchOne(statement, arguments: [$0, room]) != nil }
    }

    /// Returns all other users who are joined to a room, invited to it or knocking at it.
    static func others(in room: RoomRowID, than user: String, in db: Database) throws -> [(
        user: String, membership: Membership?
    )] {
        try Row.fetchAll(
            db,
            sql:
                "SELECT user, membership FROM membership WHERE room = ? AND user <> ? AND membership IN ('join', 'invite', 'knock')",
            arguments: [room, user]
        ).map { ($0[0], Membership(rawValue: $0[1])) }
    }

    /// Returns the other joined, invited and knocking users whose member events are after a position, in the order of these events.
    static func others(
        in room: RoomRowID, than user: String, after position: Int64, limit: Int, in db: Database
    ) throws -> [(user: String, ord: Int64)] {
        try Row.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT user, ord FROM membership WHERE room = ? AND user <> ? AND membership IN ('join', 'invite', 'knock') AND ord > ?
                    ORDER BY ord LIMIT ?
                    """),
            arguments: [room, user, position, limit]
        ).map { ($0[0], $0[1]) }
    }

    /// Returns the banned users of a room whose IDs come after `user`, in the order of their IDs.
    static func banned(in room: RoomRowID, after user: String, limit: Int, in db: Database) throws -> [String] {
        try String.fetchAll(
            db.cachedStatement(
                sql:
                    "SELECT user FROM membership WHERE room = ? AND membership = 'ban' AND user > ? ORDER BY user LIMIT ?"
            ),
            arguments: [room, user, limit])
    }

    /// Returns the number of invitations by `inviter` that a user has not answered, counted up to a limit.
    static func openInvitations(of target: String, by inviter: String, limit: Int, in db: Database) throws -> Int {
        let statement = try db.cachedStatement(
            sql: """
                SELECT count(*) FROM (
                    SELECT 1 FROM membership m INDEXED BY membership_invited JOIN event e ON e.room = m.room AND e.ord = m.ord
                    WHERE m.user = ? AND m.membership = 'invite' AND e.sender = ? LIMIT ?)
                """)
        return try Int.fetchOne(statement, arguments: [target, inviter, limit]) ?? 0
    }

    /// Returns the users with member events after a position.
    static func moved(in room: RoomRowID, after position: Int64, in db: Database) throws -> Set<String> {
        try moved(in: room, after: position, upTo: .max, in: db)
    }

    /// Returns the users with member events in a range of the stream.
    static func moved(in room: RoomRowID, after lower: Int64, upTo upper: Int64, in db: Database) throws -> Set<String>
    {
        var users: Set<String> = []
        // One user may have many member events.
        try db.each(
            """
            SELECT DISTINCT state_key FROM event
            WHERE room = ? AND ord > ? AND ord <= ? AND state_key IS NOT NULL AND type = 'm.room.member'
            """, room, lower, upper
        ) { users.insert($0.text(0)) }
        return users
    }
}
