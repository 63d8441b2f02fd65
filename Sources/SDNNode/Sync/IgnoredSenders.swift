import GRDB
import HeraldJSON
import SDNWire

/// Whose messages and invitations a user does not want to get: the specification's `m.ignored_user_list`. State events are sent all the
/// same, without them a room would not be what it is.
enum IgnoredSenders {
    static let type = "m.ignored_user_list"

    /// - Parameter user: never among them, whatever the list says.
    static func read(_ user: String, in db: Database) throws -> Set<String> {
        guard let bytes = try AccountDataStore.content(user, room: 0, type: type, in: db) else { return [] }
        var users = Set((try? JSONValue(parsing: bytes))?["ignored_users"]?.objectValue?.keys ?? [])
        users.remove(user)
        return users
    }
}
