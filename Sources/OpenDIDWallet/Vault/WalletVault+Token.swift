import OpenDID_DataModel

extension WalletVault {
    /// The one wallet token, valid or not.
    public func walletToken() throws(WalletError) -> WalletTokenRecord? { try reading { rows in try rows.token() } }

    /// The user to whom the wallet is bound.
    public func boundUser() throws(WalletError) -> BoundUser? { try recalling(BoundUser.self, RowName(.user)) }

    /// The packages that may ask this wallet for tokens.
    public func allowedApps() throws(WalletError) -> [String] { try recalling([String].self, RowName(.allowedApps)) ?? [] }

    /// Checks what an app shows: the stored token, not out of date, for one of these purposes, and of the bound user (OpenDID sheet 6.4).
    /// - Parameters:
    ///   - token: `hWalletToken`, 64 hexadecimal digits.
    ///   - purposes: what the call accepts (OpenDID sheet 8).
    /// - Throws: ``WalletError`` `token`, `user` or `locked`.
    @discardableResult
    public func authorize(token: String, for purposes: Set<WalletTokenPurposeEnum>) throws(WalletError) -> WalletTokenRecord {
        let (stored, user) = try reading { rows in (try rows.token(), try rows.user()) }
        guard let stored else { throw Self.tokenError("there is no wallet token") }
        guard let shown = try? WalletTokenHash(text: token), shown == stored.hash else {
            throw Self.tokenError("it is not the wallet token that was made last")
        }
        guard now() < stored.validUntil else { throw Self.tokenError("the wallet token is out of date") }
        guard purposes.contains(stored.purpose) else { throw Self.tokenError("the wallet token is for \(stored.purpose.value)") }
        if let user, user.piiHashHex != BoundUser(piiHash: stored.piiHash, userId: nil).piiHashHex {
            throw WalletError(.user, field: "sha256_pii", reason: "the token is for another user than the one to whom the wallet is bound")
        }
        return stored
    }

    private static func tokenError(_ reason: String) -> WalletError { WalletError(.token, field: "hWalletToken", reason: reason) }
}
