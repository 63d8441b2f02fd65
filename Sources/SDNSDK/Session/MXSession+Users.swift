import HeraldJSON
import Synchronization

extension MXSession {
    /// A user that the session has met; `nil` for others.
    public func user(withUserId userId: String) -> MXUser? { shared.withLock { $0.users[userId] } }
    /// Every user that the session has met, in no particular order.
    public func users() -> [MXUser] { shared.withLock { Array($0.users.values) } }
    /// The session's own user, from the first sync on.
    public var myUser: MXMyUser? { user(withUserId: myUserId) as? MXMyUser }

    /// Account data of a type, such as `m.push_rules`.
    public func accountData(ofType type: String) -> MXEvent? { shared.withLock { $0.accountData[type] } }

    /// The users whose events the user does not want to see.
    public var ignoredUsers: [String] { accountData(ofType: IgnoredUsers.type)?.content["ignored_users"]?.objectValue?.keys ?? [] }

    /// As ``ignoredUsers``, to look events' senders up in.
    var ignored: Set<String> { IgnoredUsers.read(accountData(ofType: IgnoredUsers.type), except: myUserId) }
}
