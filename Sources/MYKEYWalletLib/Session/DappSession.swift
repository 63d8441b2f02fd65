import MYKEYWire

/// One dapp's conversation with wallets: asks through a ``URLOpening``, waits, and matches the answers that come in.
///
/// An ordinary value without anything shared behind it: tests and servers make as many as they like. ``MYKEYWallet`` is a front for one.
/// Any number of requests may be pending; each ends exactly once.
public final class DappSession: Sendable {
    /// Who asks.
    public let configuration: DappConfiguration
    /// How long a request waits for its answer before it fails with 10005.
    public let timeout: Duration
    let opener: any URLOpening
    let environment: DappEnvironment
    let pending: PendingRequests

    /// - Parameters:
    ///   - configuration: who asks.
    ///   - opener: how URLs get to the wallet.
    ///   - timeout: how long a request waits for its answer. Defaults to ten minutes.
    ///   - environment: clocks and random numbers. Defaults to the system's.
    public convenience init(
        _ configuration: DappConfiguration, opener: any URLOpening, timeout: Duration = .seconds(600),
        environment: DappEnvironment = DappEnvironment()
    ) {
        self.init(configuration, opener: opener, timeout: timeout, environment: environment, pending: PendingRequests())
    }

    init(
        _ configuration: DappConfiguration, opener: any URLOpening, timeout: Duration, environment: DappEnvironment, pending: PendingRequests
    ) {
        self.configuration = configuration
        self.opener = opener
        self.timeout = timeout
        self.environment = environment
        self.pending = pending
    }

    /// How many requests wait for an answer.
    public var pendingCount: Int { pending.ids.count }

    /// Takes every pending request back; each ends as cancelled.
    public func cancelAll() {
        for id in pending.ids { _ = pending.settle(id, .withdrawn) }
    }

    /// Another session over the same pending requests.
    func with(_ configuration: DappConfiguration) -> DappSession {
        DappSession(configuration, opener: opener, timeout: timeout, environment: environment, pending: pending)
    }
}
