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

/// The counts of a room's newest unread notifications, by thread. There are two lists: those that members with the default rules share, and the
/// user's own. Each list has at most as many notifications as a limit says.
struct UnreadLists: Sendable {
    typealias Counts = [String: UnreadCounts.Count]

    var shared: Counts = [:]
    var own: Counts = [:]

    var byThread: Counts { shared.merging(own) { $0.adding($1) } }
    /// The number of threads, those of both lists twice.
    var threads: Int { shared.count + own.count }

    /// Returns the lists with newer notifications. Returns `nil` if these counts do not tell which notifications exceed the limit.
    func followed(by newer: UnreadLists, limit: Int64) -> UnreadLists? {
        guard let shared = Self.joined(shared, newer.shared, limit), let own = Self.joined(own, newer.own, limit) else {
            return nil
        }
        return UnreadLists(shared: shared, own: own)
    }

    private static func joined(_ older: Counts, _ newer: Counts, _ limit: Int64) -> Counts? {
        let added = number(newer)
        guard number(older) + added > limit else { return older.merging(newer) { $0.adding($1) } }
        // The oldest notifications no longer count. If all older ones are alike, it does not matter which those are.
        guard older.count == 1, let (thread, counts) = older.first, counts.highlights == 0 else { return nil }
        guard added < limit else { return newer }
        return newer.merging([thread: UnreadCounts.Count(notifications: limit - added)]) { $0.adding($1) }
    }

    private static func number(_ counts: Counts) -> Int64 { counts.values.reduce(0) { $0 + $1.notifications } }
}
