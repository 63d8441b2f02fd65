import GRDB
import HeraldJSON
import SDNWire
import Synchronization

/// Whose messages and invitations users do not want to get: the specification's `m.ignored_user_list`. State events are sent all the
/// same, without them a room would not be what it is.
///
/// A list is read once for each change of it, and not once for each event that it is held against.
final class IgnoredSenders: Sendable {
    static let type = "m.ignored_user_list"

    private struct Known {
        /// The position of the change that made the list.
        let version: Int64
        let users: Set<String>
        let weight: Int
    }

    private struct Memory {
        var known: [String: Known] = [:]
        var weight = 0
        var parses = 0
    }

    /// In bytes, about. Beyond it the memory starts anew, which costs reads and nothing else.
    private static let capacity = 16 << 20
    /// The weight of an entry of a set beside its text, about.
    private static let perUser = 64

    private let limit: Int
    private let memory = Mutex(Memory())

    /// - Parameter limit: how many users a list has; only the first ones count in a list that stands with more.
    init(limit: Int) { self.limit = limit }

    /// How often a list was read from its JSON; for tests.
    var parses: Int { memory.withLock(\.parses) }

    /// - Parameter user: never among them, whatever the list says.
    func read(_ user: String, in db: Database) throws -> Set<String> {
        guard let version = try AccountDataStore.position(user, room: 0, type: Self.type, in: db) else { return [] }
        let known = memory.withLock { $0.known[user] }
        if let known, known.version == version { return known.users }
        guard let bytes = try AccountDataStore.content(user, room: 0, type: Self.type, in: db) else { return [] }
        var users = Set(((try? JSONValue(parsing: bytes))?["ignored_users"]?.objectValue?.keys ?? []).prefix(limit))
        users.remove(user)
        remember(Known(version: version, users: users, weight: users.reduce(Self.perUser) { $0 + $1.utf8.count + Self.perUser }), of: user)
        return users
    }

    /// - Throws: `M_TOO_LARGE` for a list with more users than count.
    func check(_ content: JSONObject) throws {
        guard content["ignored_users"]?.objectValue?.count ?? 0 <= limit else {
            throw MatrixError(.tooLarge, "content.ignored_users: at most \(limit) users can be ignored.")
        }
    }

    private func remember(_ known: Known, of user: String) {
        memory.withLock { memory in
            memory.parses += 1
            let before = memory.known[user]
            // A read of an older snapshot does not push out what a newer one knows.
            if let before, before.version > known.version { return }
            memory.weight += known.weight - (before?.weight ?? 0)
            if memory.weight > Self.capacity { (memory.known, memory.weight) = ([:], known.weight) }
            memory.known[user] = known
        }
    }
}
