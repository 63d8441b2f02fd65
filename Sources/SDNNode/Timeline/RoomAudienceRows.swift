import GRDB
import Synchronization

/// A cache of the joined, invited, knocking and peeking users of rooms. Neither a message to a large room nor a join reads the room's member list.
final class RoomAudiences: Sendable {
    private struct Memory {
        var known: [RoomRowID: Audience] = [:]
        /// The rooms whose users were read or changed in the running transaction, which may be rolled back.
        var uncommitted: Set<RoomRowID> = []
        /// The users whose running polls read a room, with the number of polls.
        var watching: [RoomRowID: [String: Int]] = [:]
    }

    private struct Audience {
        /// The users to wake for the room's last events.
        var users: Set<String>
        /// The users who left with the last events. They see these events, but not the next ones. They are removed later, because a removal while
        /// the set is in use would copy it.
        var departed: Set<String> = []

        mutating func change(arrived: Set<String>, departed gone: Set<String>) {
            for user in departed { users.remove(user) }
            users.formUnion(arrived)
            users.formUnion(gone)
            departed = gone
        }
    }

    /// The most rooms in the cache. A full cache is emptied. The members are then read from the database again.
    private static let roomLimit = 4_096
    private let memory = Mutex(Memory())

    /// Returns the users to wake after the commit of the events that `log` appended. Only the one writer may call this function.
    func toWake(by log: RoomLog) throws -> Set<String> {
        let room = log.room.rowID, concerned = log.changesMembers ? log.concerned : []
        let departed = try concerned.filter { try !Self.contains($0, room, in: log.db) }
        let arrived = concerned.subtracting(departed)
        var users = memory.withLock { memory in
            memory.known[room]?.change(arrived: arrived, departed: departed)
            return memory.known[room]?.users
        }
        if users == nil {
            var read = Audience(users: try Self.read(room, in: log.db))
            read.change(arrived: [], departed: departed)
            memory.withLock { memory in
                if memory.known.count >= Self.roomLimit { memory.known = [:] }
                memory.known[room] = read
            }
            users = read.users
            noteUncommitted(room, in: log.db)
        } else if !concerned.isEmpty {
            noteUncommitted(room, in: log.db)
        }
        let watching = memory.withLock { $0.watching[room] }
        guard let watching else { return users ?? [] }
        return (users ?? []).union(watching.keys)
    }

    /// Removes the room from the cache if the running transaction is rolled back.
    private func noteUncommitted(_ room: RoomRowID, in db: Database) {
        let isFirst = memory.withLock { memory in
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

    /// True if ``read(_:in:)`` returns the user for the room.
    private static func contains(_ user: String, _ room: RoomRowID, in db: Database) throws -> Bool {
        let statement = try db.cachedStatement(
            sql: """
                SELECT EXISTS (SELECT 1 FROM membership WHERE user = ?1 AND room = ?2 AND membership IN ('join', 'invite', 'knock'))
                OR EXISTS (SELECT 1 FROM peek WHERE user = ?1 AND room = ?2)
                """)
        return try Bool.fetchOne(statement, arguments: [user, room]) ?? false
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
