/// The identifier of a pusher on the node.
struct PusherID: Sendable, Hashable {
    let user: String
    let appID: String
    let pushkey: String
}
