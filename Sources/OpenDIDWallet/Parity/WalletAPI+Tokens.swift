import OpenDID_DataModel

extension WalletAPI {
    /// What the app provider is asked for a wallet token with (OpenDID sheet 6.4). Its answer goes to
    /// ``createNonceForWalletToken(walletTokenData:APIGatewayURL:)`` of the same front.
    /// - Parameters:
    ///   - purpose: what the token is to be for.
    ///   - pkgName: the app's package name; the list of allowed apps has to have it.
    ///   - userId: the app's user.
    /// - Throws: ``WalletError`` `token` for a package that is not allowed, `locked`.
    public func createWalletTokenSeed(
        purpose: WalletTokenPurposeEnum, pkgName: String, userId: String
    ) async throws(WalletError) -> WalletTokenSeed {
        let wallet = try await wallet()
        let tools = wallet.tools(VaultFlowKeys(vault: wallet.vault))
        let seed = try WalletTokenExchange.seed(purpose, pkgName: pkgName, userId: userId, await wallet.facts(), tools)
        remembering { $0.add(seed) }
        return seed
    }

    /// Checks what the app provider answered, and keeps the token that follows from it; it takes the place of the one before
    /// (OpenDID sheet 6.4).
    /// - Parameters:
    ///   - walletTokenData: the answer to a seed of this front.
    ///   - APIGatewayURL: the registry's front.
    /// - Returns: the result nonce. The app makes `hWalletToken` of it and of the data, see `WalletTokenHash`.
    /// - Throws: ``WalletError`` `token` for data that answer no seed or are about another user than the bound one, `verification`,
    ///   `certificate`.
    public func createNonceForWalletToken(
        walletTokenData: WalletTokenData, APIGatewayURL: String
    ) async throws(WalletError) -> String {
        let wallet = try await wallet(gateway: APIGatewayURL)
        guard let seed = remembering({ $0.take(walletTokenData.seed) }) else {
            throw WalletError(.token, field: "seed", reason: "the data answer no seed of this wallet, or one that was answered before")
        }
        let document = try translating(.parameter, "walletTokenData") { try SignedDocument(walletTokenData) }
        let accepted = try await WalletTokenExchange.accept(
            ReadAnswer(value: walletTokenData, document: document), answering: seed, wallet.facts(),
            wallet.tools(VaultFlowKeys(vault: wallet.vault)))
        try await wallet.vault.commit([.setWalletToken(accepted.record)])
        return accepted.resultNonce
    }

    /// Binds the user of the token to the wallet (OpenDID sheet 6.4).
    /// - Parameter hWalletToken: for purpose 1 or 3.
    /// - Returns: `true`; what fails throws.
    @discardableResult
    public func bindUser(hWalletToken: String) async throws(WalletError) -> Bool {
        try await change(number: UpstreamNumber.personalize) { wallet throws(WalletError) in
            let token = try await self.authorize(hWalletToken, AcceptedPurposes.bindUser, in: wallet)
            try await wallet.vault.require(.personalize)
            try await wallet.vault.commit([.bindUser(piiHash: token.piiHash, userId: token.userId)])
            return true
        }
    }

    /// Lets the user go, with the user's keys, documents and credentials (OpenDID sheet 6.8).
    /// - Parameter hWalletToken: for purpose 2.
    /// - Returns: `true`; what fails throws.
    @discardableResult
    public func unbindUser(hWalletToken: String) async throws(WalletError) -> Bool {
        let isDone = try await change(number: UpstreamNumber.depersonalize) { wallet throws(WalletError) in
            try await self.authorize(hWalletToken, AcceptedPurposes.unbindUser, in: wallet)
            try await wallet.vault.commit([.unbindUser])
            return true
        }
        remembering { $0 = APIMemory() }
        return isDone
    }
}
