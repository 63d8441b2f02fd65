/// A use that a server counts against its limits on logins.
package enum IdentityUse: Sendable, Hashable {
    /// A challenge for one wallet or DID, requested from one remote network. Requests from elsewhere must not keep the wallet's owner out.
    case challenge(remote: String, account: String)
    /// A failed answer for a DID.
    case failure(account: String)
    /// A new account.
    case newAccount(remote: String)
}

/// The limits on logins. If a server consists of several processes, its limits can be in a database that all of them use.
package protocol IdentityLimits: Sendable {
    /// Counts one use.
    /// - Throws: `M_LIMIT_EXCEEDED` with the time to wait if there were too many.
    func use(_ use: IdentityUse) async throws
}
