import MYKEYWire

/// A dapp's connection to wallets. It sends requests through a ``URLOpening``, waits for answers, and assigns each answer to its request.
///
/// ```swift
/// let session = DappSession(.light(dappName: "Harbour", scheme: "demoscheme"), opener: opener)
/// let login = WalletRequest.Login(loginUrl: "https://harbour.example/mykey/login")
/// let answer = try await session.authorize(login, uuID: loginID)
/// ```
///
/// It has no global state, so tests and servers can create any number of sessions. ``MYKEYWallet`` uses one session. Any number of requests
/// may be pending at the same time, and each ends exactly once.
public final class DappSession: Sendable {
    /// The data about the dapp that every request contains.
    public let configuration: DappConfiguration
    /// The time after which a request without an answer fails with 10005.
    public let timeout: Duration
    let opener: any URLOpening
    let environment: DappEnvironment
    let pending: PendingRequests

    /// Creates a session.
    /// - Parameters:
    ///   - configuration: the data about the dapp.
    ///   - opener: brings URLs to the wallet.
    ///   - timeout: the time that a request waits for its answer. Defaults to 10 min.
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

    /// Withdraws every pending request. Each request ends as cancelled.
    public func cancelAll() {
        for id in pending.ids { _ = pending.settle(id, .withdrawn) }
    }

    /// Returns a session with another configuration. Both sessions share their pending requests.
    func with(_ configuration: DappConfiguration) -> DappSession {
        DappSession(configuration, opener: opener, timeout: timeout, environment: environment, pending: pending)
    }
}
