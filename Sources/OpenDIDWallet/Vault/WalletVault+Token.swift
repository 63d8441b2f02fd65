import OpenDID_DataModel

extension WalletVault {
    /// Returns the stored wallet token, which may have expired, or `nil`.
    /// - Throws: ``WalletError`` with code `locked`, `closed` or `damaged`.
    public func walletToken() throws(WalletError) -> WalletTokenRecord? { try reading { rows in try rows.token() } }

    /// Returns the user to which the wallet is bound, or `nil`.
    /// - Throws: ``WalletError`` with code `locked`, `closed` or `damaged`.
    public func boundUser() throws(WalletError) -> BoundUser? { try recalling(BoundUser.self, RowName(.user)) }

    /// Returns the packages that may request wallet tokens.
    /// - Throws: ``WalletError`` with code `locked`, `closed` or `damaged`.
    public func allowedApps() throws(WalletError) -> [String] {
        try recalling([String].self, RowName(.allowedApps)) ?? []
    }

    /// Checks an app's wallet token. It must be the stored token, must not have expired, must have one of the purposes and must belong to
    /// the bound user (OpenDID sheet 6.4).
    /// - Parameters:
    ///   - token: `hWalletToken`, 64 hexadecimal digits.
    ///   - purposes: the purposes that the call accepts (OpenDID sheet 8).
    /// - Throws: ``WalletError`` with code `token` or `user` if the check fails, or with code `locked`.
    @discardableResult
    public func authorize(token: String, for purposes: Set<WalletTokenPurposeEnum>) throws(WalletError)
        -> WalletTokenRecord
    {
        let (stored, user) = try reading { rows in (try rows.token(), try rows.user()) }
        guard let stored else { throw Self.tokenError("there is no wallet token") }
        guard let shown = try? WalletTokenHash(text: token), shown == stored.hash else {
            throw Self.tokenError("it is not the wallet token that was made last")
        }
        guard now() < stored.validUntil else { throw Self.tokenError("the wallet token is out of date") }
        guard purposes.contains(stored.purpose) else {
            throw Self.tokenError("the wallet token is for \(stored.purpose.value)")
        }
        if let user, user.piiHashHex != BoundUser(piiHash: stored.piiHash, userId: nil).piiHashHex {
            throw WalletError(
                .user, field: "sha256_pii",
                reason: "the token is for a user other than the wallet's")
        }
        return stored
    }

    private static func tokenError(_ reason: String) -> WalletError {
        WalletError(.token, field: "hWalletToken", reason: reason)
    }
}
