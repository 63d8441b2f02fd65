import OpenDID_DataModel

extension WalletVault {
    /// The largest number of stored parties. When it is reached, new parties are not stored. Otherwise a gateway could displace the real
    /// providers by inventing new ones.
    static let providerLimit = 256

    /// Returns the trust agent and the providers that this wallet has seen, with their keys, sorted by DID.
    /// - Throws: ``WalletError`` with code `locked`, `damaged` or `closed`.
    public func knownProviders() throws(WalletError) -> [ProviderKeys] {
        // All parties are in one row, so that the file does not reveal how many there are.
        try recalling([ProviderKeys].self, RowName(.providerKeys)) ?? []
    }

    /// Deletes the stored keys of one party. The wallet then trusts the keys that the registry returns next. Call it only if the party has
    /// confirmed its new keys in another way than through the registry.
    /// - Returns: true if the party was known.
    /// - Throws: ``WalletError`` with code `locked`, `damaged` or `closed`.
    @discardableResult
    public func forgetProvider(_ did: String) throws(WalletError) -> Bool {
        let known = try knownProviders()
        guard known.contains(where: { $0.did == did }) else { return false }
        try writing { rows in try rows.put(known.filter { $0.did != did }, RowName(.providerKeys)) }
        return true
    }

    func rememberProvider(_ keys: ProviderKeys, after earlier: ProviderKeys?) throws(WalletError) {
        let known = try knownProviders()
        guard known.first(where: { $0.did == keys.did }) == earlier, earlier != nil || known.count < Self.providerLimit
        else { return }
        let all = (known.filter { $0.did != keys.did } + [keys]).sorted { $0.did < $1.did }
        try writing { rows in try rows.put(all, RowName(.providerKeys)) }
    }
}

/// Stores the keys of providers in the wallet's vault.
struct VaultProviderKeys: ProviderKeyMemory {
    let vault: WalletVault

    func keys(of did: String) async throws(WalletError) -> ProviderKeys? {
        try await vault.knownProviders().first { $0.did == did }
    }

    func remember(_ keys: ProviderKeys, after earlier: ProviderKeys?) async throws(WalletError) {
        try await vault.rememberProvider(keys, after: earlier)
    }
}
