/// The limits for each client. They do not apply to requests with the token of the servers or of the operator, or to requests from servers
/// of this process.
///
/// A client is an IPv4 address or a whole IPv6 /64. All clients in one IPv6 /48 together have the limits of ``networkFactor`` clients. Rates
/// are measured with a monotonic clock. The counters are in memory, so a restart resets them.
///
/// Processes that share a database count together. The rates are then measured with the database's clock, and its crash resets them. A burst at
/// `n` processes may exceed a limit by `n` sixteenths. While the database does not answer, each process counts alone.
public struct ServiceLimits: Sendable, Hashable {
    /// A rate limit: a token bucket that starts full.
    public struct Rate: Sendable, Hashable {
        /// The number of uses that are possible at once.
        public var burst: Double
        /// The number of uses that become possible again every second.
        public var perSecond: Double

        /// Creates a rate limit.
        public init(burst: Double, perSecond: Double) {
            self.burst = burst
            self.perSecond = perSecond
        }
    }

    /// The rate limit for all requests of one client. `nil` sets no limit.
    public var requests: Rate?
    /// The rate limit for the transactions and offers that one client opens, and for the push tokens that it sets. `nil` sets no limit.
    public var openings: Rate?
    /// The rate limit for attestations and registrations of wallets that one client requests. A new wallet needs one of each. By default, a
    /// client gets fewer new wallets within ``unusedWallet`` than ``unusedWallets`` allows, so that it cannot displace all others. `nil` sets
    /// no limit.
    public var wallets: Rate?
    /// The rate limit for enrolments of servers that one client begins. `nil` sets no limit.
    public var enrolments: Rate?
    /// The rate limit for presentations that one client sends. Presentations are the largest messages and take longest to check. `nil` sets
    /// no limit.
    public var presentations: Rate?
    /// The rate limit for requests of one client that name a user ID. The answers to such requests reveal if the user exists. `nil` sets no
    /// limit.
    public var persons: Rate?
    /// The factor by which the limits of an IPv6 /48 exceed those of one client. A /48 may belong to one attacker or to many customers of a
    /// provider.
    public var networkFactor: Int
    /// The most open transactions that one client may have. Only transactions that have changed no other data yet are counted. At most,
    /// such a transaction has a session, a server token or a profile.
    public var openTransactions: Int
    /// The most open transactions that all clients together may have. Only transactions that have changed no other data yet are counted.
    public var allOpenTransactions: Int
    /// The number of open transactions of a client and its IPv6 /48 below which they may open one although ``allOpenTransactions`` is reached.
    /// Otherwise, a few attackers could shut out everybody. All clients together never have more than twice ``allOpenTransactions``.
    public var reservedTransactions: Int
    /// The lifetime of a transaction in which no step was completed after the opening.
    public var unfinishedTransaction: Duration
    /// The lifetime of a transaction with a session, a server token or a profile, counted from its opening. It is about as long as the
    /// lifetime of the server token, which every further step needs. After the transaction has changed other data, a lifetime in
    /// ``ServiceLifetimes`` applies instead.
    public var begunTransaction: Duration
    /// The longest lifetime of a verify offer that a client may request. A longer lifetime is shortened. The operator's policies may exceed
    /// this limit.
    public var longestOffer: Duration
    /// The time after which a wallet without a registered owner is deleted. A device that was attested for such a wallet is deleted after
    /// the same time.
    public var unusedWallet: Duration
    /// The most unused wallets that are stored. The same limit applies to unused devices. Above the limit, the oldest ones are deleted if
    /// they are older than ``crowdedWallet``.
    public var unusedWallets: Int
    /// The time for which a wallet without a registered owner is stored even if there are more than ``unusedWallets``.
    public var crowdedWallet: Duration
    /// The most DIDs of one person that may be registered within a day. The limit exists because DIDs are stored forever.
    public var registrationsPerDay: Int
    /// The most versions of one DID document that may be registered within a day. The limit exists because versions are stored forever.
    public var versionsPerDay: Int
    /// The most credentials that one person may receive from the issuer within a day. The limit exists because the records of credentials
    /// are stored forever.
    public var credentialsPerDay: Int
    /// The most clients whose counters are in memory at once.
    public var clients: Int
    /// The interval between deletions of expired rows. New transactions also trigger deletions. If the interval is zero, only new
    /// transactions trigger them.
    public var sweepInterval: Duration

    /// Creates the default limits.
    public init() {
        requests = Rate(burst: 3_000, perSecond: 300)
        openings = Rate(burst: 600, perSecond: 10)
        wallets = Rate(burst: 2_000, perSecond: 0.02)
        enrolments = Rate(burst: 60, perSecond: 0.2)
        presentations = Rate(burst: 200, perSecond: 5)
        persons = Rate(burst: 600, perSecond: 1)
        networkFactor = 8
        openTransactions = 2_000
        allOpenTransactions = 50_000
        reservedTransactions = 20
        unfinishedTransaction = .seconds(900)
        begunTransaction = .seconds(4_500)
        longestOffer = .seconds(900)
        unusedWallet = .seconds(7 * 86_400)
        unusedWallets = 20_000
        crowdedWallet = .seconds(3_600)
        registrationsPerDay = 200
        versionsPerDay = 200
        credentialsPerDay = 1_000
        clients = 20_000
        sweepInterval = .seconds(60)
    }

    /// Limits for tests and measurements. They contain no rate limits, no limits for open transactions and no limits per day. All other
    /// limits are the default ones.
    public static let unlimited: ServiceLimits = {
        var limits = ServiceLimits()
        (limits.requests, limits.openings, limits.wallets, limits.enrolments) = (nil, nil, nil, nil)
        (limits.presentations, limits.persons) = (nil, nil)
        (limits.openTransactions, limits.allOpenTransactions) = (.max, .max)
        (limits.registrationsPerDay, limits.versionsPerDay, limits.credentialsPerDay) = (.max, .max, .max)
        return limits
    }()

    /// Checks the values.
    /// - Throws: ``ServicesError`` `configuration` for a value out of range.
    func validate() throws(ServicesError) {
        func require(_ holds: Bool, _ field: String, _ reason: String) throws(ServicesError) {
            guard holds else { throw ServicesError(.configuration, field: "limits.\(field)", reason: reason) }
        }
        for (rate, field) in [
            (requests, "requests"), (openings, "openings"), (wallets, "wallets"), (enrolments, "enrolments"),
            (presentations, "presentations"), (persons, "persons"),
        ] {
            guard let rate else { continue }
            try require(
                rate.burst >= 1 && rate.perSecond > 0, field, "a burst of 1 or more and a rate above 0 expected")
        }
        for (count, field) in [
            (openTransactions, "openTransactions"), (allOpenTransactions, "allOpenTransactions"),
            (unusedWallets, "unusedWallets"),
            (registrationsPerDay, "registrationsPerDay"), (versionsPerDay, "versionsPerDay"),
            (credentialsPerDay, "credentialsPerDay"),
            (clients, "clients"), (networkFactor, "networkFactor"),
        ] {
            try require(count >= 1, field, "1 or more expected")
        }
        for (time, field) in [
            (unfinishedTransaction, "unfinishedTransaction"), (begunTransaction, "begunTransaction"),
            (longestOffer, "longestOffer"),
            (unusedWallet, "unusedWallet"),
            (crowdedWallet, "crowdedWallet"),
        ] {
            try require(
                (.seconds(1)...Self.longest).contains(time), field,
                "1 to \(Self.longest.components.seconds) seconds expected")
        }
        try require(reservedTransactions >= 0, "reservedTransactions", "0 or more expected")
        try require((.zero...Self.day).contains(sweepInterval), "sweepInterval", "0 to 86400 seconds expected")
    }

    /// Returns the most open transactions of all clients at which a client may open one more.
    /// - Parameter held: the number that the client has, or its network if that has more.
    func mostTransactions(ifHeld held: Int) -> Int {
        held < reservedTransactions ? allOpenTransactions.saturatingDouble : allOpenTransactions
    }

    /// The period to which the limits "within a day" apply.
    static let day: Duration = .seconds(86_400)
    /// The longest lifetime that may be configured: ten years.
    private static let longest: Duration = .seconds(315_360_000)
}

extension Int {
    fileprivate var saturatingDouble: Int { self > .max / 2 ? .max : self * 2 }
}
