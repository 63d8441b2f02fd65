/// Whose writes the running task makes: the account of the request that is answered or, without one, the network that it came from. What
/// the node does by itself has a lane too.
enum WriteLane {
    @TaskLocal static var current = ""
}
