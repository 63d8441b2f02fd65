import HeraldJSON
import OpenDID_DataModel

/// The list provider: plans, their schemas and the apps that may use a wallet (OpenDID sheet 5.2).
struct ListRole: RoleModule {
    static let role = ServiceRole.list

    private let registry: any RegistryAccess

    init(_ context: RoleContext) async throws { registry = context.registry }

    func addRoutes(to routes: inout RouteTable) {
        routes.on(OpenDIDEndpoints.List.allowedApps, isLong: true) { query, _ in
            guard let wallet = query["wallet"] else { throw FrontError.validation("wallet: the parameter is missing") }
            let apps = try await registry.allowedApps(wallet: wallet)
            return AllowCAList(count: apps.count, items: apps)
        }
        // Since release 2, users see only plans that users may request, because a request for any other plan would be refused.
        routes.on(OpenDIDEndpoints.List.plans, isLong: true) { query, _ in
            try await plans(query) { $0.option.allowUserInit }
        }
        routes.on(OpenDIDEndpoints.List.issuerPlans, isLong: true) { query, _ in
            try await plans(query) { $0.option.allowIssuerInit }
        }
        routes.on(OpenDIDEndpoints.List.plan) { query, _ in
            guard let id = query["id"] else { throw FrontError.validation("id: the parameter is missing") }
            guard let plan = try await registry.plan(id) else { throw ServiceError(TASError.planNotFound) }
            return plan
        }
        routes.on(OpenDIDEndpoints.List.vcSchemas, isLong: true) { _, _ in try await schemas() }
        routes.on(OpenDIDEndpoints.List.credentialSchema) { query, _ in
            guard query["credentialSchemaId"] != nil else {
                throw FrontError.validation("credentialSchemaId: the parameter is missing")
            }
            throw TASError.schemaNotFound("anonymous credentials are not offered")
        }
    }

    private func plans(_ query: ServiceQuery, _ isAsked: @escaping @Sendable (VCPlan) -> Bool) async throws
        -> VCPlanList
    {
        let tags = query.items.filter { $0.name == "tags[]" || $0.name == "tags" }.map(\.value)
        let wanted = tags.filter { !$0.isEmpty }
        let plans = try await registry.plans { $0.hasOne(of: wanted) && isAsked($0) }
        return VCPlanList(count: plans.count, items: plans)
    }

    /// Returns the schemas of all plans, each once and with its owner. A plan may name a schema of another issuer.
    private func schemas() async throws -> VCSchemaList {
        var entries: [ListedVCSchema] = []
        var (listed, names, room): (Set<String>, [String: String], _) = ([], [:], ListCapacity())
        for plan in try await registry.plans() where listed.insert(plan.credentialSchema.id).inserted {
            guard let found = try await registry.ownedSchema(plan.credentialSchema.id) else { continue }
            let (schema, issuer) = (found.value, found.owner)
            if let issuer, names[issuer] == nil { names[issuer] = try await registry.provider(issuer)?.name }
            let entry = ListedVCSchema(
                schemaId: schema.id, issuerDid: issuer, issuerName: issuer.flatMap { names[$0] }, title: schema.title,
                description: schema.description, vcSchema: ListedVCSchema.Content(schema))
            guard room.take(try entry.canonicalBytes().count) else { break }
            entries.append(entry)
        }
        return VCSchemaList(count: entries.count, vcSchemaList: entries)
    }
}
