import GRDB
import HeraldJSON
import SDNWire
import Synchronization

/// The users whose messages and invitations a user does not want to receive: Matrix's `m.ignored_user_list`. State events of ignored users are
/// still sent, because a room's state would be wrong without them.
///
/// The node parses a list once for each change of the list, and not once for each event that it filters.
final class IgnoredSenders: Sendable {
    static let type = "m.ignored_user_list"

    private struct Known {
        /// The stream position at which the list was set.
        let version: Int64
        let users: Set<String>
        let weight: Int
    }

    private struct Memory {
        var known: [String: Known] = [:]
        var weight = 0
        var parses = 0
    }

    /// The largest size of the cache, in approximate bytes. A cache above this size is emptied. The lists are then read from the database again.
    private static let capacity = 16 << 20
    /// The approximate bytes that an entry of a set takes in addition to its text.
    private static let perUser = 64

    private let limit: Int
    private let memory = Mutex(Memory())

    /// - Parameter limit: the most users that a list may have. If a stored list has more, only the first ones count.
    init(limit: Int) { self.limit = limit }

    /// The number of times that a list was parsed; for tests.
    var parses: Int { memory.withLock(\.parses) }

    /// Returns the users that a user ignores.
    /// - Parameter user: the owner of the list, who is never part of the result.
    func read(_ user: String, in db: Database) throws -> Set<String> {
        try read(user, version: AccountDataStore.position(user, room: .noRoom, type: Self.type, in: db), in: db)
    }

    /// Returns the users that a user ignores.
    /// - Parameter version: the position at which the list was set; `nil` if there is none.
    func read(_ user: String, version: Int64?, in db: Database) throws -> Set<String> {
        guard let version else { return [] }
        let known = memory.withLock { $0.known[user] }
        if let known, known.version == version { return known.users }
        guard let bytes = try AccountDataStore.content(user, room: .noRoom, type: Self.type, in: db) else { return [] }
        var users = Set(((try? JSONValue(parsing: bytes))?["ignored_users"]?.objectValue?.keys ?? []).prefix(limit))
        users.remove(user)
        remember(
            Known(
                version: version, users: users, weight: users.reduce(Self.perUser) { $0 + $1.utf8.count + Self.perUser }
            ), of: user)
        return users
    }

    /// - Throws: `M_TOO_LARGE` if the list has more users than the limit.
    func check(_ content: JSONObject) throws {
        guard content["ignored_users"]?.objectValue?.count ?? 0 <= limit else {
            throw MatrixError(.tooLarge, "content.ignored_users: at most \(limit) users can be ignored.")
        }
    }

    private func remember(_ known: Known, of user: String) {
        memory.withLock { memory in
            memory.parses += 1
            let before = memory.known[user]
            // A list from an older snapshot of the database must not replace a newer list in the cache.
            if let before, before.version > known.version { return }
            memory.weight += known.weight - (before?.weight ?? 0)
            if memory.weight > Self.capacity { (memory.known, memory.weight) = ([:], known.weight) }
            memory.known[user] = known
        }
    }
}
