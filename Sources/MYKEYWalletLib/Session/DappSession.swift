import MYKEYWire

/// A dapp's connection to wallets. It sends requests through a ``URLOpening``, waits, and matches incoming answers to requests.
///
/// ```swift
/// let session = DappSession(.light(dappName: "Harbour", scheme: "demoscheme"), opener: opener)
/// let login = WalletRequest.Login(loginUrl: "https://harbour.example/mykey/login")
/// let answer = try await session.authorize(login, uuID: loginID)
/// ```
///
/// It has no global state, so tests and servers can create any number of sessions. ``MYKEYWallet`` wraps one. Any number of requests may be
/// pending, and each ends exactly once.
public final class DappSession: Sendable {
    /// The facts about the dapp.
    public let configuration: DappConfiguration
    /// The time after which a request without an answer fails with 10005.
    public let timeout: Duration
    let opener: any URLOpening
    let environment: DappEnvironment
    let pending: PendingRequests

    /// Creates a session.
    /// - Parameters:
    ///   - configuration: the facts about the dapp.
    ///   - opener: brings URLs to the wallet.
    ///   - timeout: how long a request waits for its answer. Defaults to ten minutes.
    ///   - environment: clocks and random numbers. Defaults to the system's.
    public convenience init(
        _ configuration: DappConfiguration, opener: any URLOpening, timeout: Duration = .seconds(600),
        environment: DappEnvironment = DappEnvironment()
    ) {
        self.init(configuration, opener: opener, timeout: timeout, environment: environment, pending: PendingRequests())
    }

    init(
        _ configuration: DappConfiguration, opener: any URLOpening, timeout: Duration, environment: DappEnvironment,
        pending: PendingRequests
    ) {
        self.configuration = configuration
        self.opener = opener
        self.timeout = timeout
        self.environment = environment
        self.pending = pending
    }

    /// The number of requests that wait for an answer.
    public var pendingCount: Int { pending.ids.count }

    /// Withdraws every pending request. Each ends as cancelled.
    public func cancelAll() {
        for id in pending.ids { _ = pending.settle(id, .withdrawn) }
    }

    /// Returns a session with another configuration and the same pending requests.
    func with(_ configuration: DappConfiguration) -> DappSession {
        DappSession(configuration, opener: opener, timeout: timeout, environment: environment, pending: pending)
    }
}
