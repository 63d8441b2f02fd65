import SDNIdentity
import SDNWire

/// The rate limits in a gateway's database, which all instances share. An instance remembers for up to a minute whom they refused, and refuses them
/// again by itself.
package struct DatabaseLimits: IdentityLimits {
    /// The most rows that one use deletes because they no longer count.
    private static let deletions = 2

    private let database: any GatewayDatabase
    private let rates: GatewayRates
    private let clock: @Sendable () -> ContinuousClock.Instant
    private let refused = RefusedSubjects()

    /// - Parameter clock: a monotonic clock. Defaults to the system's.
    package init(
        _ database: any GatewayDatabase, rates: GatewayRates,
        clock: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
        self.database = database
        self.rates = rates
        self.clock = clock
    }

    package func use(_ use: IdentityUse) async throws {
        switch use {
        case .challenge(let remote, let account):
            try await count("challenge/\(remote)/\(account)", rates.loginPerAccount)
        case .failure(let account): try await count("failure/\(account)", rates.loginPerAccount)
        case .newAccount(let remote): try await count("account/\(remote)", rates.accountsPerRemote)
        }
    }

    /// Counts a request of a remote network for logins and DIDs.
    /// - Throws: `M_LIMIT_EXCEEDED` with the time to wait if there were too many.
    package func useLogin(remote: String) async throws { try await count("login/\(remote)", rates.loginPerRemote) }

    /// Counts a change of data that the gateway stores for a user.
    /// - Throws: `M_LIMIT_EXCEEDED` with the time to wait if there were too many.
    package func useWrite(user: String) async throws { try await count("write/\(user)", rates.writesPerUser) }

    private func count(_ subject: String, _ rate: GatewayRate?) async throws {
        guard let rate else { return }
        let began = clock()
        if let wait = refused.wait(of: subject, now: began) { throw Self.refusal(wait) }
        let wait = try await database.write(waitsForDisk: false) { rows -> Int64? in
            let (now, overflow) = try rows.now().milliseconds.multipliedReportingOverflow(by: 1_000)
            guard !overflow else { throw GatewayDatabaseError(isTemporary: false, reason: "the clock is wrong") }
            // The use comes first, because it may wait for the same use of another instance. A transaction that waits then holds no row.
            let wait = try rows.use(subject, interval: rate.interval, tolerance: rate.tolerance, now: now)
            try rows.deleteRestedLimits(now: now, limit: Self.deletions, except: subject)
            return wait
        }
        guard let wait else { return refused.remove(subject) }
        refused.add(subject, wait: .microseconds(wait), now: began)
        throw Self.refusal(.microseconds(wait))
    }

    /// Returns the error with the time to wait, in whole milliseconds.
    private static func refusal(_ wait: Duration) -> MatrixError {
        let milliseconds = max((wait + .nanoseconds(999_999)) / Duration.milliseconds(1), 1)
        return MatrixError(.limitExceeded, "Too Many Requests", retryAfter: .milliseconds(milliseconds.rounded(.down)))
    }
}
