import SDNWire
import Synchronization

/// A cache of unread counts. With it, a message to a user who has not read the room for a while costs one row instead of all unread ones.
///
/// An entry is used only while its basis is the same: the read mark, the user's rules, and the number of removals from the room's notifications. The
/// basis is read from the snapshot that needs the counts, so the cache never decides what is true.
final class UnreadMemory: Sendable {
    /// The facts that change the counts without a new event.
    struct Basis: Sendable, Hashable {
        let mark: Int64
        let sharedUntil: Int64
        let removals: Int64
    }

    /// The counts of the events up to a position.
    struct Entry: Sendable {
        let basis: Basis
        let through: Int64
        let lists: UnreadLists
    }

    private struct Key: Hashable {
        let user: String
        let room: RoomRowID
    }

    /// The most entries. A full cache is emptied.
    private static let entryLimit = 16_384
    /// The most threads of an entry. Counts of more threads are read each time.
    private static let threadLimit = 8

    private let entries = Mutex<[Key: Entry]>([:])

    /// Returns the entry of a user and a room, if its basis is the given one and it does not cover events that the reader's snapshot lacks.
    func entry(of user: String, room: RoomRowID, basis: Basis, upTo newest: Int64) -> Entry? {
        entries.withLock { $0[Key(user: user, room: room)] }.flatMap {
            $0.basis == basis && $0.through <= newest ? $0 : nil
        }
    }

    func note(_ entry: Entry, of user: String, room: RoomRowID) {
        entries.withLock { entries in
            let key = Key(user: user, room: room)
            guard entry.lists.threads <= Self.threadLimit else {
                entries[key] = nil
                return
            }
            if entries.count >= Self.entryLimit, entries[key] == nil { entries = [:] }
            entries[key] = entry
        }
    }
}
