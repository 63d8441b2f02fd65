/// How often something may be done: a token bucket (SDN sheet 7.7).
public struct RateLimit: Sendable, Hashable {
    /// Refilled so many times a second.
    public var perSecond: Double
    /// How many may come at once.
    public var burst: Double

    /// A bucket that starts full.
    /// - Parameters:
    ///   - perSecond: refilled so many times a second; 0 or less stands for no limit.
    ///   - burst: how many may come at once.
    public init(perSecond: Double, burst: Double) {
        self.perSecond = perSecond
        self.burst = burst
    }
}

/// The limits of a node; `nil` means none.
public struct RateLimits: Sendable, Hashable {
    /// DID endpoints, for each remote address; all of an IPv6 /64 counts as one.
    public var loginPerRemote: RateLimit?
    /// Login challenges for each wallet and remote address, failed answers for each wallet, and password logins for each user and remote
    /// address. What a wrong password costs beside that is in ``PasswordLimits``.
    public var loginPerAccount: RateLimit?
    /// Requests that write, for each user: events, rooms, memberships, aliases, filters, account data and profiles. Where one
    /// request makes many events, as a new name does that is shown in many rooms, each of them counts: the next requests wait for it.
    public var sendsPerUser: RateLimit?
    /// Requests that read, for each user, and for each remote address those that need no token; far looser than the others.
    public var readsPerUser: RateLimit?

    /// Limits of a node's own; `nil` means none.
    /// - Parameters:
    ///   - loginPerRemote: DID endpoints, for each remote address.
    ///   - loginPerAccount: login challenges for each wallet and remote address, failed answers for each wallet, and password logins for
    ///     each user and remote address.
    ///   - sendsPerUser: requests that write, for each user.
    ///   - readsPerUser: requests that read, for each user; a second 100 with bursts of 1,000 unless told.
    public init(
        loginPerRemote: RateLimit?, loginPerAccount: RateLimit?, sendsPerUser: RateLimit?,
        readsPerUser: RateLimit? = RateLimit(perSecond: 100, burst: 1_000)
    ) {
        self.loginPerRemote = loginPerRemote
        self.loginPerAccount = loginPerAccount
        self.sendsPerUser = sendsPerUser
        self.readsPerUser = readsPerUser
    }

    /// What a node has unless told: a second 100 DID requests from one address, 10 for one account, 10 writes and 100 reads of one user, with
    /// bursts above that.
    public static let standard = RateLimits(
        loginPerRemote: RateLimit(perSecond: 100, burst: 1_000), loginPerAccount: RateLimit(perSecond: 10, burst: 200),
        sendsPerUser: RateLimit(perSecond: 10, burst: 100))
    /// No limits, for tests and measurements.
    public static let unlimited = RateLimits(loginPerRemote: nil, loginPerAccount: nil, sendsPerUser: nil, readsPerUser: nil)
}
