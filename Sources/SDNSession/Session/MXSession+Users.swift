import HeraldJSON
import SDNFolds
import SDNValues
import Synchronization

extension MXSession {
    /// Returns a user; `nil` for a user that the session does not know.
    public func user(withUserId userId: String) -> MXUser? { shared.withLock { $0.users[userId] } }
    /// Returns all users that the session knows, in no particular order.
    public func users() -> [MXUser] { shared.withLock { Array($0.users.values) } }
    /// The session's own user; `nil` before the first sync.
    public var myUser: MXMyUser? { user(withUserId: myUserId) as? MXMyUser }

    /// Returns the account data of a type, such as `m.push_rules`.
    public func accountData(ofType type: String) -> MXEvent? { shared.withLock { $0.accountData[type] } }

    /// The ignored users, whose events the session does not show.
    public var ignoredUsers: [String] {
        accountData(ofType: IgnoredUsers.type)?.content["ignored_users"]?.objectValue?.keys ?? []
    }

    /// The same users as ``ignoredUsers``, as a set.
    var ignored: Set<String> { IgnoredUsers.read(accountData(ofType: IgnoredUsers.type), except: myUserId) }
}
