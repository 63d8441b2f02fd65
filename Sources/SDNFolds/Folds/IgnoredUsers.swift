import HeraldJSON
import SDNValues

/// The users whose events the user does not want to see (`m.ignored_user_list`, SDN sheet 5.5).
///
/// Nodes leave their messages out of syncs and of history pages. Their state events are treated as everybody's. Events from before they were
/// ignored are stored and not delivered. When a user is no longer ignored, it is unknown where messages were left out. The history of every
/// joined room therefore begins anew after a gap, as after a sync that skipped events. The stored events behind the gap are replaced as pages of
/// the node's history arrive (``MXStoreReader/segmentAskedAnew(inRoom:)``). This is done with the sync that brings the new list: what the node
/// sent before may lack messages, what it sends afterwards does not.
package enum IgnoredUsers {
    package static let type = "m.ignored_user_list"

    /// Reads the list.
    /// - Parameter ownUserId: the user's own id, which is never ignored, even when the list has it.
    package static func read(_ event: MXEvent?, except ownUserId: String) -> Set<String> {
        var users = Set(event?.content["ignored_users"]?.objectValue?.keys ?? [])
        users.remove(ownUserId)
        return users
    }

    /// A change that was made on this device and that no sync has brought yet.
    enum OwnChange: String {
        case ignored
        case heardAgain = "heard_again"
    }

    /// Notes a change that the user made on this device, before it is stored as account data.
    package static func noteOwnChange(to event: MXEvent, of userId: String, in store: any MXStoreWriter) throws {
        let before = read(try store.accountData(inRoom: nil).first { $0.type == type }, except: userId),
            after = read(event, except: userId)
        if !before.isSubset(of: after) {
            try store.set(.ignoredUsersChange, OwnChange.heardAgain.rawValue)
        } else if before != after, try store.value(.ignoredUsersChange) == nil {
            try store.set(.ignoredUsersChange, OwnChange.ignored.rawValue)
        }
    }

    package static func hide(_ event: MXEvent, _ ignored: Set<String>) -> Bool {
        !ignored.isEmpty && !event.isState && ignored.contains(event.sender)
    }
}
