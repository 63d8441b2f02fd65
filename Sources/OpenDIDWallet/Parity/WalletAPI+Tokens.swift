import OpenDID_DataModel

extension WalletAPI {
    /// Returns the seed for a request to the app provider for a wallet token (OpenDID sheet 6.4). Pass the provider's answer to
    /// ``createNonceForWalletToken(walletTokenData:APIGatewayURL:)`` of the same ``WalletAPI``.
    /// - Parameters:
    ///   - purpose: the purpose of the token.
    ///   - pkgName: the app's package name, which the list of allowed apps must contain.
    ///   - userId: the user's id at the app.
    /// - Throws: ``WalletError`` with code `token` if the package is not allowed, or with code `locked`.
    public func createWalletTokenSeed(
        purpose: WalletTokenPurposeEnum, pkgName: String, userId: String
    ) async throws(WalletError) -> WalletTokenSeed {
        let wallet = try await wallet()
        let tools = wallet.tools(VaultFlowKeys(vault: wallet.vault))
        let seed = try WalletTokenExchange.seed(
            purpose, pkgName: pkgName, userId: userId, await wallet.snapshot(), tools)
        remembering { $0.add(seed) }
        return seed
    }

    /// Checks the app provider's answer, and stores the resulting token, which replaces the earlier one (OpenDID sheet 6.4).
    /// - Parameters:
    ///   - walletTokenData: the answer to a seed of this ``WalletAPI``.
    ///   - APIGatewayURL: the registry's gateway.
    /// - Returns: the result nonce. The app calculates `hWalletToken` from the nonce and `walletTokenData`; see `WalletTokenHash`.
    /// - Throws: ``WalletError`` with code `token` if the data answers no seed or is about a user other than the bound one, or with code
    ///   `verification` or `certificate`.
    public func createNonceForWalletToken(
        walletTokenData: WalletTokenData, APIGatewayURL: String
    ) async throws(WalletError) -> String {
        let wallet = try await wallet(gateway: APIGatewayURL)
        guard let seed = remembering({ $0.take(walletTokenData.seed) }) else {
            throw WalletError(
                .token, field: "seed",
                reason: "the data answer no seed of this wallet, or a seed that was already answered"
            )
        }
        let document = try translating(.parameter, "walletTokenData") { try SignedDocument(walletTokenData) }
        let accepted = try await WalletTokenExchange.accept(
            ReadAnswer(value: walletTokenData, document: document), answering: seed, wallet.snapshot(),
            wallet.tools(VaultFlowKeys(vault: wallet.vault)))
        try await wallet.vault.commit([.setWalletToken(accepted.record)])
        return accepted.resultNonce
    }

    /// Binds the user of the token to the wallet (OpenDID sheet 6.4).
    /// - Parameter hWalletToken: a wallet token with purpose 1 or 3.
    /// - Returns: `true`. A failure throws.
    /// - Throws: ``WalletError`` with code `token`, `user` or `locked`, or with code `state` if a user is bound.
    @discardableResult
    public func bindUser(hWalletToken: String) async throws(WalletError) -> Bool {
        try await change(number: UpstreamNumber.personalize) { wallet throws(WalletError) in
            let token = try await self.authorize(hWalletToken, AcceptedPurposes.bindUser, in: wallet)
            try await wallet.vault.require(.personalize)
            try await wallet.vault.commit([.bindUser(piiHash: token.piiHash, userId: token.userId)])
            return true
        }
    }

    /// Unbinds the user, and deletes the user's keys, documents and credentials (OpenDID sheet 6.8).
    /// - Parameter hWalletToken: a wallet token with purpose 2.
    /// - Returns: `true`. A failure throws.
    /// - Throws: ``WalletError`` with code `token`, `user` or `locked`, or with code `state` if no user is bound.
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
