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

    /// A plan counts when this issuer entered it, with a schema of its own, or when the trust agent did and names this issuer: another
    /// issuer must not decide what this one signs.
    /// - Throws: ``ServiceError`` 00202 when there is no such plan, it is not this issuer's to use, or it does not hold now; 00211 when its
    ///   schema is not registered.
    func entry(_ id: String, at now: UTCInstant) async throws -> Entry {
        guard let owned = try await registry.ownedPlan(id) else { throw ServiceError(IssuerError.planInvalid) }
        let plan = owned.value
        guard plan.allowedIssuers?.contains(issuer) ?? true, owned.owner == nil || owned.owner == issuer else {
            throw IssuerError.planInvalid("the plan is not for this issuer")
        }
        if let from = plan.$validFrom, now < from { throw IssuerError.planInvalid("the plan does not hold yet") }
        if let until = plan.$validUntil, until < now { throw IssuerError.planInvalid("the plan does not hold any more") }
        guard let schema = try await registry.ownedSchema(plan.credentialSchema.id) else { throw ServiceError(IssuerError.schemaUnknown) }
        guard owned.owner == nil || schema.owner == issuer else { throw IssuerError.planInvalid("the plan's schema is another issuer's") }
        return Entry(plan: plan, schema: schema.value)
    }
}
