/// What tells a pusher apart on the node.
struct PusherID: Sendable, Hashable {
    let user: String
    let appID: String
    let pushkey: String
}
