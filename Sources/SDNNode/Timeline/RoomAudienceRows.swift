import GRDB
import Synchronization

/// A cache of the joined, invited and knocking users of rooms, so that a message to a large room does not read its member list.
final class RoomAudiences: Sendable {
    /// The most rooms in the cache. A full cache is emptied. The members are then read from the database again.
    private static let roomLimit = 4_096
    private let known = Mutex<[RoomRowID: Set<String>]>([:])

    /// Returns the users to wake after the commit of the events that `log` appended.
    func toWake(by log: RoomLog) throws -> Set<String> {
        let room = log.room.rowID
        if log.changesMembers {
            // The change may be rolled back, so its result is not cached.
            known.withLock { $0[room] = nil }
            return try Self.read(room, in: log.db).union(log.concerned)
        }
        if let users = known.withLock({ $0[room] }) { return users }
        let users = try Self.read(room, in: log.db)
        known.withLock { known in
            if known.count >= Self.roomLimit { known = [:] }
            known[room] = users
        }
        return users
    }
}

/// The queries for users who share a room.
extension RoomAudiences {
    static func read(_ room: RoomRowID, in db: Database) throws -> Set<String> {
        let statement = try db.cachedStatement(
            sql: "SELECT user FROM membership WHERE room = ? AND membership IN ('join', 'invite', 'knock')")
        return try Set(String.fetchAll(statement, arguments: [room]))
    }

    /// Returns the users who share a joined room with a user. The user is one of them if joined to any room. All of them see the user's presence.
    static func companions(of user: String, in db: Database) throws -> Set<String> {
        let statement = try db.cachedStatement(
            sql: """
                SELECT DISTINCT b.user FROM membership a JOIN membership b ON b.room = a.room AND b.membership = 'join'
                WHERE a.user = ? AND a.membership = 'join'
                """)
        return try Set(String.fetchAll(statement, arguments: [user]))
    }

    /// True if two users are joined to the same room. A user is always a companion of themselves.
    static func areCompanions(_ user: String, _ other: String, in db: Database) throws -> Bool {
        if user == other { return true }
        let statement = try db.cachedStatement(
            sql: """
                SELECT EXISTS (SELECT 1 FROM membership a JOIN membership b ON b.room = a.room AND b.user = ?2 AND b.membership = 'join'
                WHERE a.user = ?1 AND a.membership = 'join')
                """)
        return try Bool.fetchOne(statement, arguments: [user, other]) ?? false
    }
}
