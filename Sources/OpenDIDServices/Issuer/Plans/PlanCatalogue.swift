import OpenDID_DataModel

/// The plans by which an issuer may issue, as the list provider has them: what an operator changes there counts at once.
struct PlanCatalogue: Sendable {
    /// A plan and its schema.
    struct Entry: Sendable, Hashable {
        let plan: VCPlan
        let schema: VCSchema
    }

    let registry: any RegistryAccess
    /// The issuer's DID.
    let issuer: String

    /// - Throws: ``ServiceError`` 00202 when there is no such plan, it is not this issuer's to use, or it does not hold now; 00211 when its
    ///   schema is not registered.
    func entry(_ id: String, at now: UTCInstant) async throws -> Entry {
        guard let plan = try await registry.plan(id) else { throw ServiceError(IssuerError.planInvalid) }
        guard plan.allowedIssuers?.contains(issuer) ?? true else { throw IssuerError.planInvalid("the plan is not for this issuer") }
        if let from = plan.$validFrom, now < from { throw IssuerError.planInvalid("the plan does not hold yet") }
        if let until = plan.$validUntil, until < now { throw IssuerError.planInvalid("the plan does not hold any more") }
        guard let schema = try await registry.schema(id: plan.credentialSchema.id) else { throw ServiceError(IssuerError.schemaUnknown) }
        return Entry(plan: plan, schema: schema)
    }
}
