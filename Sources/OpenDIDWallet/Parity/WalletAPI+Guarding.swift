import OpenDID_DataModel

extension WalletAPI {
    /// The token's row, when the token opens the call (OpenDID sheet 6.4, 8).
    /// - Throws: ``WalletError`` `token`, `user` or `locked`.
    @discardableResult
    func authorize(
        _ token: String, _ purposes: Set<WalletTokenPurposeEnum>, in wallet: OpenDIDWallet
    ) async throws(WalletError) -> WalletTokenRecord {
        let record = try await wallet.vault.authorize(token: token, for: purposes)
        // Upstream leaves the list unread (OpenDID sheet 9); an app may have been taken off it after the token was made.
        guard try await wallet.vault.allowedApps().contains(record.pkgName) else {
            throw WalletError(.token, field: "pkgName", reason: "the app is not among those that may use this wallet")
        }
        return record
    }

    /// Changes the wallet while no protocol runs.
    /// - Parameters:
    ///   - wallet: the wallet. Defaults to the one behind this front.
    ///   - number: what the original wallet numbers the call's failures with that have no number of their own.
    func change<Value: Sendable>(
        _ wallet: OpenDIDWallet? = nil, number: String? = nil,
        _ body: @escaping @Sendable (OpenDIDWallet) async throws(WalletError) -> Value
    ) async throws(WalletError) -> Value {
        do {
            let open = if let wallet { wallet } else { try await self.wallet() }
            return try await open.exclusively { () throws(WalletError) in
                guard try await open.vault.journalEntries().isEmpty else {
                    throw WalletError(.unfinished, reason: "an earlier run is unfinished and has to be resumed first")
                }
                return try await body(open)
            }
        } catch {
            guard let number, error.upstreamCode == Self.generalNumber else { throw error }
            throw WalletError(
                error.code, field: error.field, reason: error.reason, upstreamCode: number, retryAt: error.retryAt,
                serverError: error.serverError)
        }
    }

    private static let generalNumber = "MSDKWLT05001"

    /// The wallet with servers where a call says they are.
    func wallet(
        tas: String? = nil, walletProvider: String? = nil, gateway: String? = nil
    ) async throws(WalletError) -> OpenDIDWallet {
        let wallet = try await wallet()
        var addresses = wallet.configuration.addresses
        if let tas {
            let url = try ServiceBase.url(tas, .tas, "tasURL")
            if url != addresses.tas { (addresses.tas, addresses.list) = (url, url) }
        }
        if let walletProvider { addresses.walletProvider = try ServiceBase.url(walletProvider, .wallet, "walletURL") }
        if let gateway { addresses.gateway = try ServiceBase.url(gateway, .gateway, "APIGatewayURL") }
        return wallet.located(at: addresses)
    }

    /// Sends one call of a transaction that the app opened.
    static func post<Q: Jsonable & Sendable, R: Decodable & Sendable>(
        _ endpoint: ServiceEndpoint<Q, R>, _ request: Q, by wallet: OpenDIDWallet
    ) async throws(WalletError) -> R {
        let call = try translating(.parameter, endpoint.name) { try wallet.configuration.addresses.call(endpoint, request) }
        return try await wallet.runner.send(call).read(endpoint).value
    }

    /// How the user opens the own keys: with the passcode when there is one, by finger or face otherwise. Both when both are asked for.
    func unlock(_ passcode: String?) -> HolderUnlock {
        HolderUnlock(pin: passcode.map(SecretText.init), bioPrompt: prompt(DIDKeyName.bio.rawValue))
    }

    /// What the user is told when a key asks for a finger or a face.
    func prompt(_ keyId: String) -> String { remembering { $0.prompts[keyId] } ?? Self.standardPrompt }

    private static let standardPrompt = "Sign with your OpenDID wallet"
}
