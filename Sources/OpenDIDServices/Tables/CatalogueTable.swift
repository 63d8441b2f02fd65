/// A schema or a plan as it is stored.
package struct CatalogueEntry: Sendable, Hashable {
    /// The canonical JSON.
    package let body: [UInt8]
    /// The DID of the issuer that entered it, or `nil` if the trust agent entered it.
    package let owner: String?

    package init(body: [UInt8], owner: String?) {
        self.body = body
        self.owner = owner
    }
}

/// The schemas and plans (OpenDID sheet 3.5, 5.2). Both are canonical JSON.
package protocol CatalogueTable {
    /// Returns a schema by its URL.
    /// - Throws: the database's errors.
    func schemaEntry(_ id: String) throws -> CatalogueEntry?

    /// Returns an issuer's schema by its name.
    /// - Throws: the database's errors.
    func schemaEntry(named name: String, owner did: String) throws -> CatalogueEntry?

    /// Returns the DID of the issuer that entered a schema, or `nil` if there is no such schema.
    /// - Throws: the database's errors.
    func schemaOwner(_ id: String) throws -> String?

    /// Enters a schema, and deletes those with the same URL, and the issuer's own of the same name.
    /// - Throws: the database's errors.
    func saveSchema(_ body: [UInt8], id: String, name: String, owner did: String) throws

    /// Returns a plan by its ID.
    /// - Throws: the database's errors.
    func planEntry(_ id: String) throws -> CatalogueEntry?

    /// Reads plans in their order, until `body` returns false.
    /// - Throws: the database's errors.
    func forEachPlan(_ body: (_ plan: [UInt8]) throws -> Bool) throws

    /// Returns the plans after the first `offset` ones, in their order.
    /// - Parameters:
    ///   - limit: the most plans.
    ///   - bytes: the size above which no further plan is read. The last plan may exceed it. Two plans are read in any case, so that the
    ///     caller knows if a plan follows the first one.
    /// - Throws: the database's errors.
    func plans(after offset: Int, limit: Int, bytes: Int) throws -> [[UInt8]]

    /// Enters or replaces a plan. A new plan is last in the order, and a replaced one keeps its place.
    /// - Parameter did: the issuer that owns the plan, or `nil` for the trust agent.
    /// - Throws: the database's errors.
    func savePlan(_ body: [UInt8], id: String, owner did: String?) throws
}

/// The apps that may use a wallet.
package protocol AppTable {
    /// Returns the package names of the apps that may use a wallet, sorted.
    /// - Throws: the database's errors.
    func allowedApps(wallet: String) throws -> [String]

    /// Returns at most `limit` package names of apps that may use a wallet, sorted, after the first `offset` ones.
    /// - Throws: the database's errors.
    func allowedApps(wallet: String, after offset: Int, limit: Int) throws -> [String]

    /// Allows an app to use a wallet. Nothing changes if it may already.
    /// - Throws: the database's errors.
    func allowApp(_ package: String, wallet: String) throws
}
