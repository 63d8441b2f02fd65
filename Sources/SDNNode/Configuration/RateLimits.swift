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
    /// New accounts, for each remote address; all of an IPv6 /64 counts as one. What one user may do or keep counts for nothing where anybody
    /// can be any number of users.
    public var accountsPerRemote: RateLimit?
    /// Invitations of one user by others who share no room with the user.
    public var invitationsPerUser: RateLimit?
    /// How often the waiting syncs of one user look for what is new when they are woken; what comes meanwhile is told together.
    public var wakesPerUser: RateLimit?
    /// Changes of one user's presence, said or by syncing: each wakes everybody whom the user shares a room with.
    public var presencePerUser: RateLimit?

    /// Limits of a node's own; `nil` means none.
    /// - Parameters:
    ///   - loginPerRemote: DID endpoints, for each remote address.
    ///   - loginPerAccount: login challenges for each wallet and remote address, failed answers for each wallet, and password logins for
    ///     each user and remote address.
    ///   - sendsPerUser: requests that write, for each user.
    ///   - readsPerUser: requests that read, for each user. Defaults to 100 a second with bursts of 1,000.
    ///   - accountsPerRemote: new accounts, for each remote address. Defaults to one in five seconds with bursts of 500.
    ///   - invitationsPerUser: invitations of one user by strangers. Defaults to one in 100 seconds with bursts of 50.
    ///   - wakesPerUser: looks of one user's waiting syncs. Defaults to 20 a second with bursts of 200.
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

    /// The default: each second 100 DID requests from one address, 10 for one account, 10 writes and 100 reads of one user, with
    /// bursts above that.
    public static let standard = RateLimits(
        loginPerRemote: RateLimit(perSecond: 100, burst: 1_000), loginPerAccount: RateLimit(perSecond: 10, burst: 200),
        sendsPerUser: RateLimit(perSecond: 10, burst: 100))
    /// No limits, for tests and measurements.
    public static let unlimited = RateLimits(
        loginPerRemote: nil, loginPerAccount: nil, sendsPerUser: nil, readsPerUser: nil, accountsPerRemote: nil, invitationsPerUser: nil,
        wakesPerUser: nil, presencePerUser: nil)
}
