import SDNIdentity
import SDNWire

/// The rate limits in a gateway's database, which all instances share.
package struct DatabaseLimits: IdentityLimits {
    /// The most rows that one use deletes because they no longer count.
    private static let deletions = 2

    private let database: any GatewayDatabase
    private let rates: GatewayRates

    package init(_ database: any GatewayDatabase, rates: GatewayRates) {
        self.database = database
        self.rates = rates
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
        let wait = try await database.write(waitsForDisk: false) { rows -> Int64? in
            let (now, overflow) = try rows.now().milliseconds.multipliedReportingOverflow(by: 1_000)
            guard !overflow else { throw GatewayDatabaseError(isTemporary: false, reason: "the clock is wrong") }
            // The use comes first, because it may wait for the same use of another instance. A transaction that waits then holds no row.
            let wait = try rows.use(subject, interval: rate.interval, tolerance: rate.tolerance, now: now)
            try rows.deleteRestedLimits(now: now, limit: Self.deletions, except: subject)
            return wait
        }
        if let wait {
            throw MatrixError(
                .limitExceeded, "Too Many Requests", retryAfter: .milliseconds(max((wait + 999) / 1_000, 1)))
        }
    }
}
