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
    /// - Throws: the database's errors.
    func schemaTotal(owner did: String) throws -> CatalogueTotal

    /// Returns the number and the size of an issuer's plans.
    /// - Throws: the database's errors.
    func planTotal(owner did: String) throws -> CatalogueTotal

    /// Returns the number of apps that may use a wallet.
    /// - Throws: the database's errors.
    func appCount(wallet: String) throws -> Int

    /// Returns the number of apps of all wallets together.
    /// - Throws: the database's errors.
    func appCount() throws -> Int
}
