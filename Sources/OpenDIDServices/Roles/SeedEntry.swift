import OpenDID_DataModel

/// Enters into the registry what the servers know when they start.
struct SeedEntry: Sendable {
    let seed: ServicesSeed
    let registry: Registry
    /// The issuer's base URL and DID.
    let issuerURL: String
    let issuer: String
    let trustAgent: String

    /// - Throws: ``ServicesError`` `configuration` for a plan whose schema is not among the seed's, ``RegistryError`` for a faulty schema.
    func enter() async throws {
        for entry in seed.schemas {
            var schema = entry.schema
            schema.id = SchemaSeed.url(of: entry.name, issuerURL: issuerURL)
            try await registry.save(schema, name: entry.name, owner: issuer)
        }
        for plan in seed.plans {
            guard seed.schemas.contains(where: { $0.name == plan.schema }) else {
                throw ServicesError(.configuration, field: "seed.plans", reason: "the plan \(plan.id) names a schema that is not there")
            }
            try await registry.save(VCPlan(
                vcPlanId: plan.id, name: plan.name, description: plan.description, url: issuerURL, tags: plan.tags.isEmpty ? nil : plan.tags,
                credentialSchema: .init(
                    id: SchemaSeed.url(of: plan.schema, issuerURL: issuerURL), type: .osdSchemaCredential, value: nil),
                option: plan.option, allowedIssuers: plan.allowedIssuers.isEmpty ? [issuer] : plan.allowedIssuers, manager: trustAgent))
        }
        for app in seed.allowedApps { try await registry.allow(app: app) }
    }
}
