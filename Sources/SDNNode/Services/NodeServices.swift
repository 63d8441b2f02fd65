import Logging
import SDNWire

/// What every handler of the node may use.
struct NodeServices: Sendable {
    let configuration: NodeConfiguration
    let database: NodeDatabase
    let notifier: StreamNotifier
    let live: LiveState
    let limits: RateLimiter
    let push = PushMemory()
    let audiences = RoomAudiences()
    let fanOutTasks = FanOutTasks()
    /// What each kind of fan-out is.
    let fanOutTypes: @Sendable (FanOutKind) -> any FanOut.Type
    let pushHosts: PushHostRules
    let ignored: IgnoredSenders
    let logger: Logger

    /// Milliseconds since 1970.
    func now() -> Int64 { configuration.clock() }

    /// The caller of a request that writes, to whom the write is charged unless the endpoint says so and the router has done it. One user
    /// must not keep the only writer busy.
    /// - Throws: `M_MISSING_TOKEN`; `M_LIMIT_EXCEEDED`.
    func charged(_ call: Call) throws(MatrixError) -> Caller {
        let caller = try call.authenticated()
        if call.limit != .writes { try limits.use(.send(user: caller.userID)) }
        return caller
    }
}
