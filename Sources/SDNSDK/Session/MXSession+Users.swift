import HeraldJSON
import Synchronization

extension MXSession {
    /// A user that the session has met; `nil` for others.
    public func user(withUserId userId: String) -> MXUser? { shared.withLock { $0.users[userId] } }
    /// Every user that the session has met, in no particular order.
    public func users() -> [MXUser] { shared.withLock { Array($0.users.values) } }
    /// The session's own user, from the first sync on.
    public var myUser: MXUser? { user(withUserId: myUserId) }

    /// Account data of a type, such as `m.push_rules`.
    public func accountData(ofType type: String) -> MXEvent? { shared.withLock { $0.accountData[type] } }

    /// The users whose events the user does not want to see.
    public var ignoredUsers: [String] { accountData(ofType: IgnoredUsers.type)?.content["ignored_users"]?.objectValue?.keys ?? [] }

    /// As ``ignoredUsers``, to look events' senders up in.
    var ignored: Set<String> { IgnoredUsers.read(accountData(ofType: IgnoredUsers.type), except: myUserId) }

    /// For each user the rooms that are marked as direct chats with them (`m.direct`).
    public var directRooms: [String: [String]] {
        var rooms: [String: [String]] = [:]
        for (userId, list) in accountData(ofType: "m.direct")?.content ?? [:] {
            rooms[userId] = list.arrayValue?.compactMap(\.stringValue)
        }
        return rooms
    }

    /// A direct chat with a user in which both are.
    public func directJoinedRoom(withUserId userId: String) -> MXRoom? {
        (directRooms[userId] ?? []).lazy.compactMap { self.room(withRoomId: $0) }.first { $0.summary.membership == .join }
    }
}
