/// What one stranger may cost the servers. Who shows the peers' or the operator's token, and the servers of this process, are not limited.
///
/// A client is an IPv4 address or a whole IPv6 /64. Rates are kept on a monotonic clock, in memory: a restart forgets them.
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
    /// Transactions of one client in which nothing has happened yet but their opening.
    public var openTransactions: Int
    /// Such transactions of all clients together.
    public var allOpenTransactions: Int
    /// How long a transaction lives in which nothing has happened yet but its opening, in seconds. After its first step it has the lifetime
    /// of ``ServiceLifetimes``, counted from its opening.
    public var unfinishedTransaction: Int64
    /// How long a client's verify offer holds at most, in seconds; a longer wish is cut. The operator's policies are not.
    public var longestOffer: Int64
    /// How long a wallet is remembered whose owner never registers, in seconds.
    public var unusedWallet: Int64
    /// How many such wallets are remembered; beyond them those that are older than ``crowdedWallet`` go, the oldest first.
    public var unusedWallets: Int
    /// How long a wallet whose owner has not registered yet is safe from others' wallets, in seconds.
    public var crowdedWallet: Int64
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
        openTransactions = 2_000
        allOpenTransactions = 50_000
        unfinishedTransaction = 900
        longestOffer = 900
        unusedWallet = 7 * 86_400
        unusedWallets = 20_000
        crowdedWallet = 3_600
        clients = 20_000
        sweepInterval = 60
    }

    /// Without rates, for tests and measurements; lifetimes stay.
    public static let unlimited: ServiceLimits = {
        var limits = ServiceLimits()
        (limits.requests, limits.openings, limits.wallets, limits.enrolments, limits.presentations) = (nil, nil, nil, nil, nil)
        (limits.openTransactions, limits.allOpenTransactions) = (.max, .max)
        return limits
    }()

    /// - Throws: ``ServicesError`` `configuration` for a value that makes no sense.
    func validate() throws(ServicesError) {
        func require(_ holds: Bool, _ field: String, _ reason: String) throws(ServicesError) {
            guard holds else { throw ServicesError(.configuration, field: "limits.\(field)", reason: reason) }
        }
        for (rate, field) in [
            (requests, "requests"), (openings, "openings"), (wallets, "wallets"), (enrolments, "enrolments"),
            (presentations, "presentations"),
        ] {
            guard let rate else { continue }
            try require(rate.burst >= 1 && rate.perSecond > 0, field, "a burst of 1 or more and a rate above 0 expected")
        }
        for (count, field) in [
            (openTransactions, "openTransactions"), (allOpenTransactions, "allOpenTransactions"), (unusedWallets, "unusedWallets"),
            (clients, "clients"),
        ] {
            try require(count >= 1, field, "1 or more expected")
        }
        for (seconds, field) in [
            (unfinishedTransaction, "unfinishedTransaction"), (longestOffer, "longestOffer"), (unusedWallet, "unusedWallet"),
            (crowdedWallet, "crowdedWallet"),
        ] {
            try require((1...Self.longest).contains(seconds), field, "1 to \(Self.longest) seconds expected")
        }
        try require((0...86_400).contains(sweepInterval), "sweepInterval", "0 to 86400 seconds expected")
    }

    /// Ten years, in seconds.
    private static let longest: Int64 = 315_360_000
}
