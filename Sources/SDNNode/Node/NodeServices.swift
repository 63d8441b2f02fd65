import Logging
import SDNWire

/// What every handler of the node may use.
struct NodeServices: Sendable {
    let configuration: NodeConfiguration
    let database: NodeDatabase
    let notifier: StreamNotifier
    let limits: RateLimiter
    let logger: Logger

    /// Milliseconds since 1970.
    func now() -> Int64 { configuration.clock() }

    /// The caller of a request that writes, to whom the write is charged. One user must not keep the only writer busy.
    /// - Throws: `M_MISSING_TOKEN`; `M_LIMIT_EXCEEDED`.
    func charged(_ call: Call) throws(MatrixError) -> Caller {
        let caller = try call.authenticated()
        try limits.use(.send(user: caller.userID))
        return caller
    }
}
