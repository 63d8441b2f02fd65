import GRDB

/// What tells a pusher apart on the node.
struct PusherID: Sendable, Hashable {
    let user: String
    let appID: String
    let pushkey: String

    var arguments: StatementArguments { [user, appID, pushkey] }
    static let condition = "user_id = ? AND app_id = ? AND pushkey = ?"
}
