import HeraldJSON

/// The users whose events the user does not want to see (`m.ignored_user_list`, SDN sheet 5.5).
///
/// Nodes leave their messages out of syncs and of pages of history; their state events count as anybody's. What came before they were
/// ignored is stored and not delivered. When somebody is no longer ignored, nobody knows where in a room's history messages were left
/// out: every joined room's history begins anew behind a gap, as after a sync that skipped events, and what is stored behind it is
/// replaced as pages of the node's history come (``MXStoreReader/segmentAskedAnew(inRoom:)``). It is done with the sync that brings the
/// new list: what the node sent until then may lack messages, what it sends from then on does not.
enum IgnoredUsers {
    static let type = "m.ignored_user_list"

    /// - Parameter ownUserId: never ignored, whatever the list says.
    static func read(_ event: MXEvent?, except ownUserId: String) -> Set<String> {
        var users = Set(event?.content["ignored_users"]?.objectValue?.keys ?? [])
        users.remove(ownUserId)
        return users
    }

    /// A change that was made here and that syncs have to tell yet.
    enum OwnChange: String {
        case ignored
        case heardAgain = "heard_again"
    }

    /// Notes a change that the user made here, before it is stored as account data.
    static func noteOwnChange(to event: MXEvent, of userId: String, in store: any MXStoreWriter) throws {
        let before = read(try store.accountData(inRoom: nil).first { $0.type == type }, except: userId), after = read(event, except: userId)
        if !before.isSubset(of: after) {
            try store.set(.ignoredUsersChange, OwnChange.heardAgain.rawValue)
        } else if before != after, try store.value(.ignoredUsersChange) == nil {
            try store.set(.ignoredUsersChange, OwnChange.ignored.rawValue)
        }
    }

    static func hide(_ event: MXEvent, _ ignored: Set<String>) -> Bool { !ignored.isEmpty && !event.isState && ignored.contains(event.sender) }
}
