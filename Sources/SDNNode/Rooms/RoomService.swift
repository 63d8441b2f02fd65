import GRDB
import SDNWire

/// The shared parts of the room and sync endpoints. Each family of endpoints is an extension in a file of its own.
struct RoomService: Sendable {
    let services: NodeServices
    let lazyMembers = LazyMemberMemory()
    let filters = FilterMemory()

    var audiences: RoomAudiences { services.audiences }

    /// Changes one room in one write, and wakes the affected users after the commit.
    /// - Throws: `M_FORBIDDEN` if the room is unknown, and errors of `body`. Nothing has changed then.
    func change<T: Sendable>(_ roomID: String, _ body: @escaping @Sendable (inout RoomLog) throws -> T) async throws
        -> T
    {
        let now = services.now()
        let (result, room, departed) = try await write { db in
            var log = RoomLog(
                db, room: try RoomRecord.require(roomID, in: db).complete(), now: now, push: services.push)
            let result = try body(&log)
            return ((result, log.room.rowID, log.departed), log.hasChanged ? try audiences.toWake(by: log) : [])
        }
        // Users who have left the room are no longer typing.
        for user in departed { try await services.live.endTyping(user, in: room) }
        return result
    }

    /// Runs a write. After the commit, it wakes the users that the body returns.
    func write<T: Sendable>(_ body: @escaping @Sendable (Database) throws -> (T, Set<String>)) async throws -> T {
        let (result, users) = try await services.database.write(body)
        if !users.isEmpty { services.notifier.wake(users: users) }
        return result
    }

    func read<T: Sendable>(_ body: @escaping @Sendable (Database) throws -> T) async throws -> T {
        try await services.database.read(body)
    }

    /// - Throws: `M_FORBIDDEN` if the user is not the caller.
    static func requireSelf(_ userID: String, _ caller: Caller) throws(MatrixError) {
        guard userID == caller.userID else { throw MatrixError(.forbidden, "This belongs to another user.") }
    }
}
