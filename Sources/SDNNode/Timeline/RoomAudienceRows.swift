import GRDB
import Synchronization

/// A cache of the joined, invited, knocking and peeking users of rooms, so that a message to a large room does not read its member list.
final class RoomAudiences: Sendable {
    private struct Memory {
        var known: [RoomRowID: Set<String>] = [:]
        /// The rooms whose users were read in the running transaction, which may be rolled back.
        var uncommitted: Set<RoomRowID> = []
        /// The users whose running polls read a room, with the number of polls.
        var watching: [RoomRowID: [String: Int]] = [:]
    }

    /// The most rooms in the cache. A full cache is emptied. The members are then read from the database again.
    private static let roomLimit = 4_096
    private let memory = Mutex(Memory())

    /// Returns the users to wake after the commit of the events that `log` appended.
    func toWake(by log: RoomLog) throws -> Set<String> {
        let room = log.room.rowID
        let (known, watching) = memory.withLock { memory in
            // The change may be rolled back, so its result is not cached.
            if log.changesMembers { memory.known[room] = nil }
            return (memory.known[room], memory.watching[room])
        }
        var users = try known ?? Self.read(room, in: log.db)
        if log.changesMembers {
            users.formUnion(log.concerned)
        } else if known == nil {
            remember(users, of: room, in: log.db)
        }
        if let watching { users.formUnion(watching.keys) }
        return users
    }

    private func remember(_ users: Set<String>, of room: RoomRowID, in db: Database) {
        let isFirst = memory.withLock { memory in
            if memory.known.count >= Self.roomLimit { memory.known = [:] }
            memory.known[room] = users
            defer { memory.uncommitted.insert(room) }
            return memory.uncommitted.isEmpty
        }
        // One observer for all rooms of the transaction, because GRDB asks each observer about each statement.
        guard isFirst else { return }
        db.afterNextTransaction(
            onCommit: { [self] _ in memory.withLock { $0.uncommitted = [] } },
            onRollback: { [self] _ in
                memory.withLock { memory in
                    for room in memory.uncommitted { memory.known[room] = nil }
                    memory.uncommitted = []
                }
            })
    }

    /// Removes a room from the cache.
    func forget(_ room: RoomRowID) { memory.withLock { $0.known[room] = nil } }

    /// Adds a user to those whom the events of a room wake. Each call needs a call of ``unwatch(_:by:)``.
    func watch(_ room: RoomRowID, by user: String) {
        memory.withLock { $0.watching[room, default: [:]][user, default: 0] += 1 }
    }

    func unwatch(_ room: RoomRowID, by user: String) {
        memory.withLock { memory in
            let left = (memory.watching[room]?[user] ?? 1) - 1
            memory.watching[room]?[user] = left > 0 ? left : nil
            if memory.watching[room]?.isEmpty == true { memory.watching[room] = nil }
        }
    }
}

/// The queries for users who share a room.
extension RoomAudiences {
    /// Returns the users to wake for news of a room: its members, and the users who peek into it.
    static func read(_ room: RoomRowID, in db: Database) throws -> Set<String> {
        let statement = try db.cachedStatement(
            sql: """
                SELECT user FROM membership WHERE room = ?1 AND membership IN ('join', 'invite', 'knock')
                UNION ALL SELECT user FROM peek WHERE room = ?1
                """)
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
