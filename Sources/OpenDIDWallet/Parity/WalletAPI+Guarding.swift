import OpenDID_DataModel

extension WalletAPI {
    /// Checks a wallet token, and returns the stored token if the called function accepts it (OpenDID sheet 6.4, 8).
    /// - Throws: ``WalletError`` with code `token`, `user` or `locked`.
    @discardableResult
    func authorize(
        _ token: String, _ purposes: Set<WalletTokenPurposeEnum>, in wallet: OpenDIDWallet
    ) async throws(WalletError) -> WalletTokenRecord {
        let record = try await wallet.vault.authorize(token: token, for: purposes)
        // The app may have been removed from the list of allowed apps after the token was made. Upstream does not check this (OpenDID sheet
        // 9).
        guard try await wallet.vault.allowedApps().contains(record.pkgName) else {
            throw WalletError(
                .token, field: "pkgName", reason: "the app is not in the list of apps that may use this wallet")
        }
        return record
    }

    /// Changes the wallet while no protocol run is in progress.
    /// - Parameters:
    ///   - wallet: the wallet. Defaults to the attached one.
    ///   - number: the error number of the original wallet for failures that have no number of their own.
    func change<Value: Sendable>(
        _ wallet: OpenDIDWallet? = nil, number: String? = nil,
        _ body: @escaping @Sendable (OpenDIDWallet) async throws(WalletError) -> Value
    ) async throws(WalletError) -> Value {
        do {
            let open = if let wallet { wallet } else { try await self.wallet() }
            return try await open.exclusively { () throws(WalletError) in
                guard try await open.vault.journalEntries().isEmpty else {
                    throw WalletError(.unfinished, reason: "an earlier run is unfinished, so resume it first")
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

    /// Returns the wallet with other server addresses, which the app passed as arguments of a call.
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
        let call = try translating(.parameter, endpoint.name) {
            try wallet.configuration.addresses.call(endpoint, request)
        }
        return try await wallet.runner.send(call).read(endpoint).value
    }

    /// Returns the unlocking data for the holder's keys: the passcode, if there is one, and the prompt for biometrics.
    func unlock(_ passcode: String?) -> HolderUnlock {
        HolderUnlock(pin: passcode.map(SecretText.init), bioPrompt: prompt(DIDKeyName.bio.rawValue))
    }

    /// Returns the prompt for a biometric key.
    func prompt(_ keyId: String) -> String { remembering { $0.prompts[keyId] } ?? Self.standardPrompt }

    private static let standardPrompt = "Sign with your OpenDID wallet"
}

/// The purposes of wallet tokens that each function accepts (OpenDID sheet 8). The table of `docs/parity-opendid.md` is generated from
/// these sets.
enum AcceptedPurposes {
    static let bindUser: Set<WalletTokenPurposeEnum> = [.PERSONALIZED, .PERSONALIZE_AND_CONFIGLOCK]
    static let unbindUser: Set<WalletTokenPurposeEnum> = [.DEPERSONALIZED]
    static let registerLock: Set<WalletTokenPurposeEnum> = [.PERSONALIZED, .PERSONALIZE_AND_CONFIGLOCK]
    static let generateKeyPair: Set<WalletTokenPurposeEnum> = [.CREATE_DID, .UPDATE_DID]
    static let deleteKeyPair: Set<WalletTokenPurposeEnum> = [.UPDATE_DID]
    static let createDocument: Set<WalletTokenPurposeEnum> = [.CREATE_DID]
    static let updateDocument: Set<WalletTokenPurposeEnum> = [.UPDATE_DID]
    static let restoreUser: Set<WalletTokenPurposeEnum> = [.RESTORE_DID]
    static let issue: Set<WalletTokenPurposeEnum> = [.ISSUE_VC]
    static let revoke: Set<WalletTokenPurposeEnum> = [.REMOVE_VC]
    static let readCredentials: Set<WalletTokenPurposeEnum> = [.LIST_VC, .DETAIL_VC, .LIST_VC_AND_PRESENT_VP]
    static let present: Set<WalletTokenPurposeEnum> = [.PRESENT_VP, .LIST_VC_AND_PRESENT_VP]
}

/// The error numbers with which the original wallet reports the failure of a whole function (OpenDID sheet 6.9).
enum UpstreamNumber {
    static let createWallet = "MSDKWLT05040"
    static let personalize = "MSDKWLT05041"
    static let depersonalize = "MSDKWLT05042"
    static let passcode = "MSDKWLT05044"
    static let registerUser = "MSDKWLT05050"
    static let restoreUser = "MSDKWLT05051"
    static let issue = "MSDKWLT05060"
    static let revoke = "MSDKWLT05061"
    static let submit = "MSDKWLT05070"
}
