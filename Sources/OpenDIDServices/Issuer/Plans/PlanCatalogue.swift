import OpenDID_DataModel

/// The plans under which an issuer may issue credentials. They are read from the registry each time, so that changes by an operator apply
/// at once.
struct PlanCatalogue: Sendable {
    /// A plan and its schema.
    struct Entry: Sendable, Hashable {
        let plan: VCPlan
        let schema: VCSchema
    }

    let registry: any RegistryAccess
    /// The issuer's DID.
    let issuer: String

    /// Returns a plan that this issuer may use. Either this issuer entered the plan with a schema of its own, or the trust agent entered it
    /// and it does not exclude this issuer. Plans that another issuer entered are not used, because no other issuer may decide which
    /// credentials this issuer signs.
    /// - Throws: ``ServiceError`` 00202 if there is no such plan, if this issuer may not use it, or if it is not valid now. 00211 if the
    ///   schema of the plan is not registered.
    func entry(_ id: String, at now: UTCInstant) async throws -> Entry {
        guard let owned = try await registry.ownedPlan(id) else { throw ServiceError(IssuerError.planInvalid) }
        let plan = owned.value
        guard plan.allowedIssuers?.contains(issuer) ?? true, owned.owner == nil || owned.owner == issuer else {
            throw IssuerError.planInvalid("the plan is not for this issuer")
        }
        if let from = plan.$validFrom, now < from { throw IssuerError.planInvalid("the plan does not hold yet") }
        if let until = plan.$validUntil, until < now {
            throw IssuerError.planInvalid("the plan does not hold any more")
        }
        guard let schema = try await registry.ownedSchema(plan.credentialSchema.id) else {
            throw ServiceError(IssuerError.schemaUnknown)
        }
        guard owned.owner == nil || schema.owner == issuer else {
            throw IssuerError.planInvalid("the plan's schema is another issuer's")
        }
        return Entry(plan: plan, schema: schema.value)
    }
}
