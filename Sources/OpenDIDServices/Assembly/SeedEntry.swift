import OpenDID_DataModel

/// Enters into the registry what the servers know when they start.
///
/// Schemas and plans name the issuer's URL, so only two servers enter them: the issuer itself, and the trust agent, which runs the list.
/// The allowed apps are entered by the trust agent and by the app provider. A plan that names other issuers is the trust agent's: an issuer
/// of another process does not enter it.
struct SeedEntry: Sendable {
    let seed: ServicesSeed
    /// The registry as the issuer asks it, and as the app provider does.
    let registry: (issuer: any RegistryAccess, apps: any RegistryAccess)
    /// The issuer's base URL, where it is known, and its DID.
    let issuerURL: String?
    let issuer: String
    let trustAgent: String
    /// The servers of this process.
    let roles: Set<ServiceRole>

    /// - Throws: ``ServicesError`` `configuration` for a plan whose schema is not among the seed's and for schemas of an issuer of which
    ///   nobody knows where it is; ``RegistryError`` for a faulty schema.
    func enter() async throws {
        if !roles.isDisjoint(with: [.tas, .cas]) {
            for app in seed.allowedApps { try await registry.apps.allow(app: app, wallet: Registry.walletPackage) }
        }
        guard !roles.isDisjoint(with: [.tas, .issuer]), !(seed.schemas.isEmpty && seed.plans.isEmpty) else { return }
        guard let issuerURL else {
            throw ServicesError(
                .configuration, field: "addresses.issuer",
                reason: "schemas and plans name the issuer's URL, which is not known: say where it will be (--issuer-url)")
        }
        try await enterCatalogue(issuerURL)
    }

    private func enterCatalogue(_ issuerURL: String) async throws {
        for entry in seed.schemas {
            var schema = entry.schema
            schema.id = SchemaSeed.url(of: entry.name, issuerURL: issuerURL)
            try await registry.issuer.save(schema, name: entry.name, owner: issuer)
        }
        for plan in seed.plans {
            guard seed.schemas.contains(where: { $0.name == plan.schema }) else {
                throw ServicesError(.configuration, field: "seed.plans", reason: "the plan \(plan.id) names a schema that is not there")
            }
            let issuers = plan.allowedIssuers.isEmpty ? [issuer] : plan.allowedIssuers
            let isOwn = issuers == [issuer]
            guard isOwn || registry.issuer.isHere else { continue }
            let entered = VCPlan(
                vcPlanId: plan.id, name: plan.name, description: plan.description, url: issuerURL, tags: plan.tags.isEmpty ? nil : plan.tags,
                credentialSchema: .init(
                    id: SchemaSeed.url(of: plan.schema, issuerURL: issuerURL), type: .osdSchemaCredential, value: nil),
                option: plan.option, allowedIssuers: issuers, manager: manager(of: issuers))
            try await registry.issuer.save(entered, owner: isOwn ? issuer : nil)
        }
    }

    /// Upstream's plans name their issuer as the manager, and its demo of release 2 asks that DID for offers.
    private func manager(of issuers: [String]) -> String {
        if issuers.contains(issuer), !issuer.isEmpty { return issuer }
        guard issuers.count == 1, let only = issuers.first, !only.isEmpty else { return trustAgent }
        return only
    }
}
