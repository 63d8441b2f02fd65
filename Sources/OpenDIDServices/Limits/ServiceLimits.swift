/// What one stranger may cost the servers. Who shows the peers' or the operator's token, and the servers of this process, are not limited.
///
/// A client is an IPv4 address or a whole IPv6 /64; a whole /48 is ``networkShare`` clients. Rates are kept on a monotonic clock, in memory:
/// a restart forgets them.
public struct ServiceLimits: Sendable, Hashable {
    /// How often something may be done: a bucket that starts full.
    public struct Rate: Sendable, Hashable {
        /// How many may come at once.
        public var burst: Double
        /// How many come back every second.
        public var perSecond: Double

        /// A rate from its parts.
        public init(burst: Double, perSecond: Double) {
            self.burst = burst
            self.perSecond = perSecond
        }
    }

    /// Requests of one client, of every kind. `nil` sets no limit.
    public var requests: Rate?
    /// Transactions and offers that one client opens, and push tokens that it sets. `nil` sets no limit.
    public var openings: Rate?
    /// Wallets that one client has attested, and wallets that it registers. `nil` sets no limit.
    public var wallets: Rate?
    /// Enrolments of providers that one client begins. `nil` sets no limit.
    public var enrolments: Rate?
    /// Presentations that one client sends: the largest messages, and those that cost most to check. `nil` sets no limit.
    public var presentations: Rate?
    /// Questions of one client that name a user id: who asks learns whether there is such a user. `nil` sets no limit.
    public var persons: Rate?
    /// As how many clients all of an IPv6 /48 counts: one attacker may have it, or a provider's many customers.
    public var networkShare: Int
    /// Transactions of one client that have changed nothing yet: opened, with a session, a server token or a profile at most.
    public var openTransactions: Int
    /// Such transactions of all clients together.
    public var allOpenTransactions: Int
    /// How long a transaction lives in which nothing has happened yet but its opening, in seconds.
    public var unfinishedTransaction: Int64
    /// How long one lives that has a session, a server token or a profile, counted from its opening, in seconds: about as long as the token holds,
    /// without which nobody goes on. Once it has changed something it has the lifetime of ``ServiceLifetimes``.
    public var begunTransaction: Int64
    /// How long a client's verify offer holds at most, in seconds; a longer wish is cut. The operator's policies are not.
    public var longestOffer: Int64
    /// How long a wallet is remembered whose owner never registers, and a device that was attested for one, in seconds.
    public var unusedWallet: Int64
    /// How many such wallets are remembered, and how many such devices; beyond them those that are older than ``crowdedWallet`` go, the oldest
    /// first.
    public var unusedWallets: Int
    /// How long a wallet whose owner has not registered yet is safe from others' wallets, in seconds.
    public var crowdedWallet: Int64
    /// How many DIDs of one person may be registered within a day. They stay for ever.
    public var registrationsPerDay: Int
    /// How many versions of one DID document may be entered within a day. They stay for ever.
    public var versionsPerDay: Int
    /// How many credentials one person may be issued within a day. What is known of them stays for ever.
    public var credentialsPerDay: Int
    /// How many clients are remembered at a time.
    public var clients: Int
    /// How often what has expired is looked for, beside the looks that come with new transactions, in seconds. 0 turns the clock off.
    public var sweepInterval: Int64

    /// The standard limits.
    public init() {
        requests = Rate(burst: 3_000, perSecond: 300)
        openings = Rate(burst: 600, perSecond: 10)
        wallets = Rate(burst: 600, perSecond: 2)
        enrolments = Rate(burst: 60, perSecond: 0.2)
        presentations = Rate(burst: 200, perSecond: 5)
        persons = Rate(burst: 600, perSecond: 1)
        networkShare = 8
        openTransactions = 2_000
        allOpenTransactions = 50_000
        unfinishedTransaction = 900
        begunTransaction = 4_500
        longestOffer = 900
        unusedWallet = 7 * 86_400
        unusedWallets = 20_000
        crowdedWallet = 3_600
        registrationsPerDay = 200
        versionsPerDay = 200
        credentialsPerDay = 1_000
        clients = 20_000
        sweepInterval = 60
    }

    /// Without rates, for tests and measurements; lifetimes stay.
    public static let unlimited: ServiceLimits = {
        var limits = ServiceLimits()
        (limits.requests, limits.openings, limits.wallets, limits.enrolments) = (nil, nil, nil, nil)
        (limits.presentations, limits.persons) = (nil, nil)
        (limits.openTransactions, limits.allOpenTransactions) = (.max, .max)
        (limits.registrationsPerDay, limits.versionsPerDay, limits.credentialsPerDay) = (.max, .max, .max)
        return limits
    }()

    /// - Throws: ``ServicesError`` `configuration` for a value that makes no sense.
    func validate() throws(ServicesError) {
        func require(_ holds: Bool, _ field: String, _ reason: String) throws(ServicesError) {
            guard holds else { throw ServicesError(.configuration, field: "limits.\(field)", reason: reason) }
        }
        for (rate, field) in [
            (requests, "requests"), (openings, "openings"), (wallets, "wallets"), (enrolments, "enrolments"),
            (presentations, "presentations"), (persons, "persons"),
        ] {
            guard let rate else { continue }
            try require(rate.burst >= 1 && rate.perSecond > 0, field, "a burst of 1 or more and a rate above 0 expected")
        }
        for (count, field) in [
            (openTransactions, "openTransactions"), (allOpenTransactions, "allOpenTransactions"), (unusedWallets, "unusedWallets"),
            (registrationsPerDay, "registrationsPerDay"), (versionsPerDay, "versionsPerDay"), (credentialsPerDay, "credentialsPerDay"),
            (clients, "clients"), (networkShare, "networkShare"),
        ] {
            try require(count >= 1, field, "1 or more expected")
        }
        for (seconds, field) in [
            (unfinishedTransaction, "unfinishedTransaction"), (begunTransaction, "begunTransaction"), (longestOffer, "longestOffer"),
            (unusedWallet, "unusedWallet"),
            (crowdedWallet, "crowdedWallet"),
        ] {
            try require((1...Self.longest).contains(seconds), field, "1 to \(Self.longest) seconds expected")
        }
        try require((0...86_400).contains(sweepInterval), "sweepInterval", "0 to 86400 seconds expected")
    }

    /// What the limits for a day count, in seconds.
    static let day: Int64 = 86_400
    /// Ten years, in seconds.
    private static let longest: Int64 = 315_360_000
}
