/// A rate limit, as a token bucket.
package struct GatewayRate: Sendable, Hashable {
    /// The uses that are allowed in a second, in the long run.
    package var perSecond: Double
    /// The most uses at once.
    package var burst: Double

    package init(perSecond: Double, burst: Double) {
        self.perSecond = perSecond
        self.burst = burst
    }

    /// The time for which one use counts, in microseconds.
    var interval: Int64 { Int64(1_000_000 / perSecond) }
    /// The time for which a full burst counts, in microseconds.
    var tolerance: Int64 { Int64(1_000_000 / perSecond * burst) }
    /// True if the rate can be counted: a use an hour to a million uses a second, and bursts of 1 to a million.
    var isValid: Bool { (1.0 / 3_600...1_000_000).contains(perSecond) && (1...1_000_000).contains(burst) }
}

/// The rate limits of a gateway. All instances that share a database share those of logins, accounts and writes. A limit that is `nil` does not apply.
package struct GatewayRates: Sendable, Hashable {
    /// Requests of logins and DIDs, for each remote network.
    package var loginPerRemote: GatewayRate?
    /// Challenges for each wallet and remote network, and failed answers for each DID.
    package var loginPerAccount: GatewayRate?
    /// New accounts, for each remote network.
    package var accountsPerRemote: GatewayRate?
    /// Changes of contacts and of other data that the gateway stores, for each user.
    package var writesPerUser: GatewayRate?
    /// Reads of each user. Each instance counts for itself.
    package var readsPerUser: GatewayRate?
    /// Reads without a user, such as those of profiles and of files without a token, for each remote network. Each instance counts for itself.
    package var readsPerRemote: GatewayRate?

    package init(
        loginPerRemote: GatewayRate?, loginPerAccount: GatewayRate?, accountsPerRemote: GatewayRate?,
        writesPerUser: GatewayRate?, readsPerUser: GatewayRate?, readsPerRemote: GatewayRate?
    ) {
        self.loginPerRemote = loginPerRemote
        self.loginPerAccount = loginPerAccount
        self.accountsPerRemote = accountsPerRemote
        self.writesPerUser = writesPerUser
        self.readsPerUser = readsPerUser
        self.readsPerRemote = readsPerRemote
    }

    /// The default limits, which are those of a node.
    package static let standard = GatewayRates(
        loginPerRemote: GatewayRate(perSecond: 100, burst: 1_000),
        loginPerAccount: GatewayRate(perSecond: 10, burst: 200),
        accountsPerRemote: GatewayRate(perSecond: 0.2, burst: 500),
        writesPerUser: GatewayRate(perSecond: 10, burst: 100),
        readsPerUser: GatewayRate(perSecond: 100, burst: 1_000),
        readsPerRemote: GatewayRate(perSecond: 500, burst: 5_000))
    /// No limits, for tests and measurements.
    package static let unlimited = GatewayRates(
        loginPerRemote: nil, loginPerAccount: nil, accountsPerRemote: nil, writesPerUser: nil,
        readsPerUser: nil, readsPerRemote: nil)

    /// The name of the first limit that cannot be counted; `nil` if there is none.
    var fault: String? {
        let named = [
            ("rates.loginPerRemote", loginPerRemote), ("rates.loginPerAccount", loginPerAccount),
            ("rates.accountsPerRemote", accountsPerRemote), ("rates.writesPerUser", writesPerUser),
            ("rates.readsPerUser", readsPerUser), ("rates.readsPerRemote", readsPerRemote),
        ]
        return named.first { $0.1.map { !$0.isValid } ?? false }?.0
    }
}
