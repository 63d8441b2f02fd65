/// A rate limit as a token bucket (SDN sheet 7.7).
public struct RateLimit: Sendable, Hashable {
    /// The tokens that are refilled in a second.
    public var perSecond: Double
    /// The tokens that the bucket holds, which is the most requests at once.
    public var burst: Double

    /// Creates a bucket that starts full.
    /// - Parameters:
    ///   - perSecond: the tokens that are refilled in a second; 0 or less stands for no limit.
    ///   - burst: the tokens that the bucket holds.
    public init(perSecond: Double, burst: Double) {
        self.perSecond = perSecond
        self.burst = burst
    }
}

/// The rate limits of a node. A limit that is `nil` does not apply.
///
/// ```swift
/// var limits = RateLimits.standard
/// limits.sendsPerUser = RateLimit(perSecond: 5, burst: 20)
/// ```
public struct RateLimits: Sendable, Hashable {
    /// Requests to the DID endpoints, for each remote address. All addresses of an IPv6 /64 count as one.
    public var loginPerRemote: RateLimit?
    /// Login challenges for each wallet and remote address, failed answers for each wallet, and password logins for each user and remote address.
    /// ``PasswordLimits`` limits wrong passwords in addition.
    public var loginPerAccount: RateLimit?
    /// Requests that write, for each user: events, rooms, memberships, aliases, filters, account data and profiles. If one request makes
    /// many events, each event counts, and the user's next requests wait. For example, a new display name makes an event in each of the
    /// user's rooms.
    public var sendsPerUser: RateLimit?
    /// Requests that read, for each user. Requests without a token count for each remote address. This limit is far looser than the others.
    public var readsPerUser: RateLimit?
    /// New accounts, for each remote address. All addresses of an IPv6 /64 count as one. Without this limit, a client could evade all
    /// limits for each user by creating more users.
    public var accountsPerRemote: RateLimit?
    /// Invitations that a user receives from users who share no room with them.
    public var invitationsPerUser: RateLimit?
    /// Wake-ups of one user's waiting syncs. Events between two wake-ups are reported together.
    public var wakesPerUser: RateLimit?
    /// Changes of one user's presence, by request or by syncing. Each change wakes all users who share a room with the user.
    public var presencePerUser: RateLimit?

    /// Creates the limits. A limit that is `nil` does not apply.
    /// - Parameters:
    ///   - loginPerRemote: requests to the DID endpoints, for each remote address.
    ///   - loginPerAccount: login challenges for each wallet and remote address, failed answers for each wallet, and password logins for
    ///     each user and remote address.
    ///   - sendsPerUser: requests that write, for each user.
    ///   - readsPerUser: requests that read, for each user. Defaults to 100 a second with bursts of 1,000.
    ///   - accountsPerRemote: new accounts, for each remote address. Defaults to one in five seconds with bursts of 500.
    ///   - invitationsPerUser: invitations that a user receives from strangers. Defaults to one in 100 seconds with bursts of 50.
    ///   - wakesPerUser: wake-ups of one user's waiting syncs. Defaults to 20 a second with bursts of 200.
    ///   - presencePerUser: changes of one user's presence. Defaults to one in five seconds with bursts of 20.
    public init(
        loginPerRemote: RateLimit?, loginPerAccount: RateLimit?, sendsPerUser: RateLimit?,
        readsPerUser: RateLimit? = RateLimit(perSecond: 100, burst: 1_000),
        accountsPerRemote: RateLimit? = RateLimit(perSecond: 0.2, burst: 500),
        invitationsPerUser: RateLimit? = RateLimit(perSecond: 0.01, burst: 50),
        wakesPerUser: RateLimit? = RateLimit(perSecond: 20, burst: 200),
        presencePerUser: RateLimit? = RateLimit(perSecond: 0.2, burst: 20)
    ) {
        self.loginPerRemote = loginPerRemote
        self.loginPerAccount = loginPerAccount
        self.sendsPerUser = sendsPerUser
        self.readsPerUser = readsPerUser
        self.accountsPerRemote = accountsPerRemote
        self.invitationsPerUser = invitationsPerUser
        self.wakesPerUser = wakesPerUser
        self.presencePerUser = presencePerUser
    }

    /// The default limits. In each second they allow 100 DID requests from one address, 10 logins to one account, and 10 writes and 100
    /// reads of one user. Short bursts may be larger.
    public static let standard = RateLimits(
        loginPerRemote: RateLimit(perSecond: 100, burst: 1_000), loginPerAccount: RateLimit(perSecond: 10, burst: 200),
        sendsPerUser: RateLimit(perSecond: 10, burst: 100))
    /// No limits, for tests and measurements.
    public static let unlimited = RateLimits(
        loginPerRemote: nil, loginPerAccount: nil, sendsPerUser: nil, readsPerUser: nil, accountsPerRemote: nil,
        invitationsPerUser: nil,
        wakesPerUser: nil, presencePerUser: nil)
}
