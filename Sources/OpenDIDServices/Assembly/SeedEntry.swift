import OpenDID_DataModel

/// Enters the seed's data into the registry when the process starts.
///
/// The issuer enters the schemas and plans, which contain its URL. The trust agent enters them too, because it serves them. The trust agent
/// and the app provider enter the allowed apps. A plan that allows other issuers belongs to the trust agent. The issuer does not enter such
/// a plan if the trust agent runs in another process.
struct SeedEntry: Sendable {
    let seed: ServicesSeed
    /// The registry twice: in the form that the issuer uses, and in the form that the app provider uses.
    let registry: (issuer: any RegistryAccess, apps: any RegistryAccess)
    /// The issuer's base URL, if it is known.
    let issuerURL: String?
    /// The DIDs of the issuer and of the trust agent, if they are configured.
    let issuer: String?
    let trustAgent: String?
    /// The servers of this process.
    let roles: Set<ServiceRole>

    /// Enters the seed.
    /// - Throws: ``ServicesError`` `configuration` if a plan names a schema that the seed does not have, or if the issuer's URL or
    ///   one of the DIDs is unknown. ``RegistryError`` if a schema is invalid.
    func enter() async throws {
        if !roles.isDisjoint(with: [.tas, .cas]) {
            for app in seed.allowedApps { try await registry.apps.allow(app: app, wallet: Registry.walletPackage) }
        }
        guard !roles.isDisjoint(with: [.tas, .issuer]), !(seed.schemas.isEmpty && seed.plans.isEmpty) else { return }
        guard let issuerURL else {
            throw ServicesError(
                .configuration, field: "addresses.issuer",
                reason:
                    "schemas and plans name the issuer's URL, so give it (--issuer-url)")
        }
        guard let issuer, !issuer.isEmpty, let trustAgent, !trustAgent.isEmpty else {
            throw ServicesError(
                .configuration, field: issuer?.isEmpty == false ? "dids.tas" : "dids.issuer",
                reason: "schemas and plans name their issuer or the trust agent: a DID expected")
        }
        try await enterCatalogue(issuerURL, issuer: issuer, trustAgent: trustAgent)
    }

    private func enterCatalogue(_ issuerURL: String, issuer: String, trustAgent: String) async throws {
        for entry in seed.schemas {
            var schema = entry.schema
            schema.id = SchemaSeed.url(of: entry.name, issuerURL: issuerURL)
            try await registry.issuer.save(schema, name: entry.name, owner: issuer)
        }
        for plan in seed.plans {
            guard seed.schemas.contains(where: { $0.name == plan.schema }) else {
                throw ServicesError(
                    .configuration, field: "seed.plans",
                    reason: "the plan \(plan.id) names a schema that does not exist")
            }
            let issuers = plan.allowedIssuers.isEmpty ? [issuer] : plan.allowedIssuers
            let isOwn = issuers == [issuer]
            guard isOwn || registry.issuer.isHere else { continue }
            let entered = VCPlan(
                vcPlanId: plan.id, name: plan.name, description: plan.description, url: issuerURL,
                tags: plan.tags.isEmpty ? nil : plan.tags,
                credentialSchema: .init(
                    id: SchemaSeed.url(of: plan.schema, issuerURL: issuerURL), type: .osdSchemaCredential, value: nil),
                option: plan.option, allowedIssuers: issuers,
                manager: Self.manager(of: issuers, issuer: issuer, trustAgent: trustAgent))
            try await registry.issuer.save(entered, owner: isOwn ? issuer : nil)
        }
    }

    /// Returns the DID of a plan's manager. The manager is this issuer if the plan allows it, otherwise the plan's only issuer. The manager
    /// is the trust agent if the plan allows several issuers and this issuer is not among them. As in upstream's plans, an issuer is
    /// preferred, because upstream's demo of release 2 requests offers from the manager.
    private static func manager(of issuers: [String], issuer: String, trustAgent: String) -> String {
        if issuers.contains(issuer) { return issuer }
        guard issuers.count == 1, let only = issuers.first, !only.isEmpty else { return trustAgent }
        return only
    }
}
