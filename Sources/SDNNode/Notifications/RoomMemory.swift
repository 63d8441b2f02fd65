import GRDB
import SDNWire
import Synchronization

/// A cache of the facts about rooms that every message needs: who may write, and whom a message can notify. With it, a message reads no state.
///
/// Only the one writer uses the cache. A room is removed from it as soon as a write changes the room's state, and nothing about the room is stored until
/// that transaction ends. The cache therefore contains only committed facts, and a write that is undone cannot leave a wrong one.
final class RoomMemory: Sendable {
    /// The facts with which a message may notify members.
    struct Audience: Sendable {
        /// The joined users who have changed a push rule.
        let customised: Set<String>
        /// The members by the words of their names; `nil` if there are too many members to store them.
        let words: [String: [String]]?
    }

    private struct Room {
        /// The facts for the messages of each sender. The user ID is compared as bytes as well, because `String` treats canonically equivalent
        /// texts as equal.
        var facts: [String: (sender: String, facts: AuthorizationFacts)] = [:]
        var audience: Audience?
    }

    private struct Memory {
        var rooms: [RoomRowID: Room] = [:]
        /// The number of senders in all rooms.
        var senders = 0
        /// The rooms whose state the running transaction has changed.
        var changing: Set<RoomRowID> = []

        mutating func forget(_ room: RoomRowID) { senders -= rooms.removeValue(forKey: room)?.facts.count ?? 0 }

        mutating func makePlace(in room: RoomRowID) {
            guard senders >= senderLimit || rooms.count >= roomLimit && rooms[room] == nil else { return }
            (rooms, senders) = ([:], 0)
        }
    }

    /// The most rooms, and the most senders in all rooms together, in the cache. A full cache is emptied.
    private static let roomLimit = 1_024, senderLimit = 8_192
    /// The most members of a room whose names are cached.
    static let memberLimit: Int64 = 64
    /// The most members who have changed a push rule in a room whose audience is cached. The rules of more take far longer than reading their names.
    static let customisedLimit = 64
    /// The largest power levels that are cached, in bytes.
    static let powerLevelLimit = 4_096

    private let memory = Mutex(Memory())

    /// The number of senders in the cache, for tests.
    var senders: Int { memory.withLock(\.senders) }

    /// Returns the facts for a message-like event of a user.
    func facts(of sender: String, in room: RoomRowID) -> AuthorizationFacts? {
        let known = memory.withLock { $0.rooms[room]?.facts[sender] }
        guard let known, known.sender.isIdentical(to: sender) else { return nil }
        return known.facts
    }

    func note(_ facts: AuthorizationFacts, of sender: String, in room: RoomRowID) {
        memory.withLock { memory in
            guard !memory.changing.contains(room) else { return }
            memory.makePlace(in: room)
            let before = memory.rooms[room, default: Room()].facts.updateValue((sender, facts), forKey: sender)
            if before == nil { memory.senders += 1 }
        }
    }

    func audience(of room: RoomRowID) -> Audience? { memory.withLock { $0.rooms[room]?.audience } }

    func note(_ audience: Audience, of room: RoomRowID) {
        memory.withLock { memory in
            guard !memory.changing.contains(room) else { return }
            memory.makePlace(in: room)
            memory.rooms[room, default: Room()].audience = audience
        }
    }

    /// Removes a room whose state has changed in a write.
    func change(_ room: RoomRowID, in db: Database) {
        let isFirst = memory.withLock { memory in
            memory.forget(room)
            defer { memory.changing.insert(room) }
            return memory.changing.isEmpty
        }
        // One observer for all rooms of the transaction, because GRDB asks each observer about each statement.
        guard isFirst else { return }
        db.afterNextTransaction(
            onCommit: { [self] _ in memory.withLock { $0.changing = [] } },
            onRollback: { [self] _ in memory.withLock { $0.changing = [] } })
    }

    /// Removes the audiences of all rooms. It must be called in a write that changes whether a user has the default push rules, and again after it.
    func forgetAudiences() {
        memory.withLock { memory in
            for room in memory.rooms.keys { memory.rooms[room]?.audience = nil }
        }
    }
}
