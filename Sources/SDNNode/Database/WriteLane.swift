/// The queue in which the running task's writes wait: the account of the request or, without one, the network that the request came from. The node's
/// own writes have a queue too.
enum WriteLane {
    @TaskLocal static var current = ""
}
