import OpenDID_DataModel

extension WalletVault {
    /// How many parties are remembered. Those met first stay: letting them go for later ones would let a gateway that invents providers
    /// wash out the real ones.
    static let providerLimit = 256

    /// The trust agent and the providers that this wallet has met, and their keys, sorted by DID.
    /// - Throws: ``WalletError`` `locked`, `damaged` or `closed`.
    public func knownProviders() throws(WalletError) -> [ProviderKeys] {
        // One row for all of them, so that the file does not tell how many there are.
        try recalling([ProviderKeys].self, RowName(.providerKeys)) ?? []
    }

    /// Forgets the keys of one party: those that the registry shows next are believed. Right when the party has said, on another way than
    /// through the registry, that its keys are new.
    /// - Returns: whether it was known.
    /// - Throws: ``WalletError`` `locked`, `damaged` or `closed`.
    @discardableResult
    public func forgetProvider(_ did: String) throws(WalletError) -> Bool {
        let known = try knownProviders()
        guard known.contains(where: { $0.did == did }) else { return false }
        try writing { rows in try rows.put(known.filter { $0.did != did }, RowName(.providerKeys)) }
        return true
    }

    func rememberProvider(_ keys: ProviderKeys, after earlier: ProviderKeys?) throws(WalletError) {
        let known = try knownProviders()
        guard known.first(where: { $0.did == keys.did }) == earlier, earlier != nil || known.count < Self.providerLimit else { return }
        let all = (known.filter { $0.did != keys.did } + [keys]).sorted { $0.did < $1.did }
        try writing { rows in try rows.put(all, RowName(.providerKeys)) }
    }
}

/// A memory in the wallet's vault.
struct VaultProviderKeys: ProviderKeyMemory {
    let vault: WalletVault

    func keys(of did: String) async throws(WalletError) -> ProviderKeys? {
        try await vault.knownProviders().first { $0.did == did }
    }

    func remember(_ keys: ProviderKeys, after earlier: ProviderKeys?) async throws(WalletError) {
        try await vault.rememberProvider(keys, after: earlier)
    }
}
