import Synchronization

/// A cache of the joined, invited and knocking users of rooms, so that a message to a large room does not read its member list.
final class RoomAudiences: Sendable {
    /// The most rooms in the cache. A full cache is emptied, which only costs reads.
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
