/// The number of an issuer's schemas or plans, and their size together.
package struct CatalogueTotal: Sendable, Hashable {
    package let entries: Int
    /// The size in bytes.
    package let bytes: Int

    package init(entries: Int, bytes: Int) {
        self.entries = entries
        self.bytes = bytes
    }
}

/// The counts and sizes that the limits for providers apply to.
package protocol QuotaTable {
    /// Returns the number and the size of an issuer's schemas.
    func schemaTotal(owner did: String) throws -> CatalogueTotal

    /// Returns the number and the size of an issuer's plans.
    func planTotal(owner did: String) throws -> CatalogueTotal

    /// Returns the number of apps that may use a wallet.
    func appCount(wallet: String) throws -> Int

    /// Returns the number of apps of all wallets together.
    func appCount() throws -> Int
}
