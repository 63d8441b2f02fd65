import HeraldJSON
import SDNFolds
import SDNValues
import Synchronization

extension MXSession {
    /// Returns a user that the session has met; `nil` for others.
    public func user(withUserId userId: String) -> MXUser? { shared.withLock { $0.users[userId] } }
    /// Returns all users that the session has met, in no particular order.
    public func users() -> [MXUser] { shared.withLock { Array($0.users.values) } }
    /// The session's own user; `nil` before the first sync.
    public var myUser: MXMyUser? { user(withUserId: myUserId) as? MXMyUser }

    /// Returns the account data of a type, such as `m.push_rules`.
    public func accountData(ofType type: String) -> MXEvent? { shared.withLock { $0.accountData[type] } }

    /// The users whose events the user does not want to see.
    public var ignoredUsers: [String] {
        accountData(ofType: IgnoredUsers.type)?.content["ignored_users"]?.objectValue?.keys ?? []
    }

    /// The same as ``ignoredUsers``, as a set in which the senders of events are looked up.
    var ignored: Set<String> { IgnoredUsers.read(accountData(ofType: IgnoredUsers.type), except: myUserId) }
}
