import Logging
import SDNWire

/// The services that every handler of the node may use. They are a class, because each waiting request keeps several references to them.
final class NodeServices: Sendable {
    let configuration: NodeConfiguration
    let database: NodeDatabase
    let notifier: StreamNotifier
    /// Ends the waits of downloads. A waiter waits for the ID of a file.
    let uploads = StreamNotifier()
    let live: LiveState
    let limits: RateLimiter
    let push = PushMemory()
    let unread = UnreadMemory()
    let lastSeen = DevicesLastSeen()
    let metrics = NodeMetrics()
    let audiences = RoomAudiences()
    let fanOutTasks = FanOutTasks()
    /// Returns the type of each kind of fan-out.
    let fanOutTypes: @Sendable (FanOutKind) -> any FanOut.Type
    let pushHosts: PushHostRules
    let ignored: IgnoredSenders
    let disk: DiskSpace
    let logger: Logger

    init(
        configuration: NodeConfiguration, database: NodeDatabase, notifier: StreamNotifier, live: LiveState,
        limits: RateLimiter, fanOutTypes: @escaping @Sendable (FanOutKind) -> any FanOut.Type, pushHosts: PushHostRules,
        ignored: IgnoredSenders, disk: DiskSpace, logger: Logger
    ) {
        self.configuration = configuration
        self.database = database
        self.notifier = notifier
        self.live = live
        self.limits = limits
        self.fanOutTypes = fanOutTypes
        self.pushHosts = pushHosts
        self.ignored = ignored
        self.disk = disk
        self.logger = logger
    }

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
