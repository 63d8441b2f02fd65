import HeraldJSON
import SDNValues

/// The users whose events the user does not want to see (`m.ignored_user_list`, SDN sheet 5.5).
///
/// A node leaves the messages of ignored users out of syncs and history pages. State events of ignored users are treated like those of other users.
/// Messages that were stored before their sender was ignored stay in the store, and listeners do not receive them.
///
/// When a user is no longer ignored, the session cannot know where the store lacks that user's messages. The history of every joined room
/// therefore begins anew after a gap, as after a sync that skipped events. Pages of history from the node then replace the stored events on
/// the older side of the gap (``MXStoreReader/segmentAskedAnew(inRoom:)``). The gap is inserted while the sync with the new list is
/// processed. Messages may be missing among the events that the node sent before that sync, but not among later events.
package enum IgnoredUsers {
    package static let type = "m.ignored_user_list"

    /// Returns the users in an `m.ignored_user_list` event.
    /// - Parameter ownUserId: the user's own ID, which is never ignored, even when the list has it.
    package static func read(_ event: MXEvent?, except ownUserId: String) -> Set<String> {
        var users = Set(event?.content["ignored_users"]?.objectValue?.keys ?? [])
        users.remove(ownUserId)
        return users
    }

    /// A change of the list that this device made and that no sync has brought back yet.
    enum OwnChange: String {
        case ignored
        case heardAgain = "heard_again"
    }

    /// Records in the store that this device changed the list. It is called before the new list is stored as account data.
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
