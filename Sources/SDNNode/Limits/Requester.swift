/// The party for which a task works. Tasks inherit it from the request that begins them.
struct Requester: Sendable {
    /// The user, or the network of a caller without a user. Reads and writes wait in the queues of their client.
    let client: String
    /// The network that the request came from; see ``RemoteNetwork``. It is empty if no request began the work.
    var network = ""

    /// The party of the running task; `nil` for the node's own work, whose reads do not wait.
    @TaskLocal static var current: Requester?

    /// The network or, without one, the client.
    var address: String { network.isEmpty ? client : network }
}
