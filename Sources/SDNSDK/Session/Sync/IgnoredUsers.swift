import HeraldJSON

/// The users whose events the user does not want to see (`m.ignored_user_list`, SDN sheet 5.5). Their messages are stored and not
/// delivered, so that they are there again when a user is no longer ignored; their state events and redactions count as anybody's.
enum IgnoredUsers {
    static let type = "m.ignored_user_list"

    /// - Parameter ownUserId: never ignored, whatever the list says.
    static func read(_ event: MXEvent?, except ownUserId: String) -> Set<String> {
        var users = Set(event?.content["ignored_users"]?.objectValue?.keys ?? [])
        users.remove(ownUserId)
        return users
    }

    static func hide(_ event: MXEvent, _ ignored: Set<String>) -> Bool { !ignored.isEmpty && !event.isState && ignored.contains(event.sender) }
}
