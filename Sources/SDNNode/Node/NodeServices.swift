import Logging

/// What every handler of the node may use.
struct NodeServices: Sendable {
    let configuration: NodeConfiguration
    let database: NodeDatabase
    let notifier: StreamNotifier
    let limits: RateLimiter
    let logger: Logger

    /// Milliseconds since 1970.
    func now() -> Int64 { configuration.clock() }
}
