import Logging
import SDNWire

/// The services that every handler of the node may use.
struct NodeServices: Sendable {
    let configuration: NodeConfiguration
    let database: NodeDatabase
    let notifier: StreamNotifier
    /// Ends the waits of downloads. A waiter waits for the ID of a file.
    let uploads = StreamNotifier()
    let live: LiveState
    let limits: RateLimiter
    let push = PushMemory()
    let metrics = NodeMetrics()
    let audiences = RoomAudiences()
    let fanOutTasks = FanOutTasks()
    /// Returns the type of each kind of fan-out.
    let fanOutTypes: @Sendable (FanOutKind) -> any FanOut.Type
    let pushHosts: PushHostRules
    let ignored: IgnoredSenders
    let disk: DiskSpace
    let logger: Logger
    var searchIndex: SearchIndex { SearchIndex(database: database, logger: logger) }

    /// Returns the time of the wall clock.
    func now() -> Timestamp { configuration.clock() }

    /// Returns the caller of a request that writes, and counts the write unless the router has already counted it. The limit keeps one user from
    /// occupying the only writer.
    /// - Throws: `M_MISSING_TOKEN` if there is no token; `M_LIMIT_EXCEEDED` if the user is above the limit.
    func charged(_ call: Call) throws(MatrixError) -> Caller {
        let caller = try call.authenticated()
        if call.limit != .writes { try limits.use(.send(user: caller.userID)) }
        return caller
    }
}
