import HeraldJSON
import OpenDID_DataModel

/// The schemas, and the data that the list provider serves (OpenDID sheet 3.5, 5.2).
extension Registry {
    /// The name of the wallet package. A wallet requests the list of the apps that may use this package (OpenDID sheet 1.4).
    package static let walletPackage = "org.omnione.did.sdk.wallet"

    package func ownedSchema(_ id: String) async throws -> Owned<VCSchema>? {
        try owned(try await database.read { rows in try rows.schemaEntry(id) })
    }

    package func schema(named name: String, owner did: String) async throws -> VCSchema? {
        let schema: Owned<VCSchema>? = try owned(
            try await database.read { rows in try rows.schemaEntry(named: name, owner: did) })
        return schema?.value
    }

    /// Enters or replaces a schema.
    /// - Throws: ``RegistryError`` `document` if the schema is invalid.
    package func save(_ schema: VCSchema, name: String, owner did: String) async throws {
        try await database.write { rows in try Self.save(schema, name: name, owner: did, in: rows) }
    }

    /// Enters or replaces a schema, inside a transaction of the database.
    /// - Throws: ``RegistryError`` `document` if the schema is invalid.
    static func save(_ schema: VCSchema, name: String, owner did: String, in rows: any ServiceRows) throws {
        if let error = schema.validationErrors().first {
            throw RegistryError(.document, field: error.field, reason: error.reason)
        }
        try rows.saveSchema(try schema.canonicalBytes(), id: schema.id, name: name, owner: did)
    }

    package func ownedPlan(_ id: String) async throws -> Owned<VCPlan>? {
        try owned(try await database.read { rows in try rows.planEntry(id) })
    }

    package func plans(_ isWanted: @escaping @Sendable (VCPlan) -> Bool) async throws -> [VCPlan] {
        try await database.read { rows in
            var (plans, room, looked): ([VCPlan], _, _) = ([], ListCapacity(), ListCapacity.lookedAt)
            try rows.forEachPlan { body in
                guard looked.take(body.count) else { return false }
                let plan = try JSONModelDecoder().decode(VCPlan.self, from: body)
                guard isWanted(plan) else { return true }
                guard room.take(body.count) else { return false }
                plans.append(plan)
                return true
            }
            return plans
        }
    }

    /// Enters or replaces a plan. A new plan is last in the order.
    /// - Parameter did: the issuer that owns the plan. Defaults to `nil`, which stands for the trust agent.
    package func save(_ plan: VCPlan, owner did: String? = nil) async throws {
        try await database.write { rows in try Self.save(plan, owner: did, in: rows) }
    }

    /// Enters or replaces a plan, inside a transaction of the database.
    static func save(_ plan: VCPlan, owner did: String?, in rows: any ServiceRows) throws {
        try rows.savePlan(try plan.canonicalBytes(), id: plan.vcPlanId, owner: did)
    }

    /// True if an issuer may enter a plan with this ID. There must be no plan with the ID yet, or the issuer must own it. A plan without an
    /// owner belongs to the trust agent. An issuer may replace such a plan if the plan allows only this issuer.
    static func isFree(plan id: String, for issuer: String, in rows: any ServiceRows) throws -> Bool {
        guard let entry = try rows.planEntry(id) else { return true }
        if let owner = entry.owner { return owner == issuer }
        return try JSONModelDecoder().decode(VCPlan.self, from: entry.body).allowedIssuers == [issuer]
    }

    package func allowedApps(wallet: String = walletPackage) async throws -> [String] {
        try await database.read { rows in try rows.allowedApps(wallet: wallet) }
    }

    package func allow(app package: String, wallet: String = walletPackage) async throws {
        try await database.write { rows in try rows.allowApp(package, wallet: wallet) }
    }

    private func owned<Value: Decodable & Sendable>(_ entry: CatalogueEntry?) throws -> Owned<Value>? {
        try entry.map { Owned(value: try catalogue.value(of: $0.body), owner: $0.owner) }
    }
}
