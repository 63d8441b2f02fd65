import Synchronization

/// The joined and invited users of rooms, remembered so that a message to a large room does not read its member list.
final class RoomAudiences: Sendable {
    /// Beyond it the memory starts anew, which costs reads and nothing else.
    private static let roomLimit = 4_096
    private let known = Mutex<[Int64: Set<String>]>([:])

    /// Whom to wake once what `log` appended is committed.
    func toWake(by log: RoomLog) throws -> Set<String> {
        let room = log.room.nid
        if log.changesMembers {
            // The change may yet be rolled back, so its outcome is not remembered.
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
