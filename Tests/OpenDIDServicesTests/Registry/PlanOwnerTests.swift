import OpenDID_DataModel
import Testing

@testable import OpenDIDServices

@Suite("Owners of plans and schemas")
struct PlanOwnerTests {
    @Test("attack 87: an issuer registers plans only for itself")
    func ownPlans() async throws {
        let distant = try await DistantWorld()
        var plan = try #require(try await distant.registry(as: .issuer).plan(TestSchemas.identityPlan))
        plan.vcPlanId = "vcplanid000000000090"
        for issuers in [nil, [], ["did:omn:other"], ["did:omn:issuer", "did:omn:other"]] as [[String]?] {
            plan.allowedIssuers = issuers
            #expect(try await distant.change([.init(plan: plan)], by: .issuer) == "400 SSRVTRA12007")
        }
        #expect(try await distant.agent.registry.plan(plan.vcPlanId) == nil)
        plan.allowedIssuers = ["did:omn:issuer"]
        #expect(try await distant.change([.init(plan: plan)], by: .issuer) == "200")
        // One of the trust agent's that names others too stays the trust agent's.
        plan.allowedIssuers = ["did:omn:issuer", "did:omn:other"]
        try await distant.agent.registry.save(plan, owner: nil)
        plan.allowedIssuers = ["did:omn:issuer"]
        #expect(try await distant.change([.init(plan: plan)], by: .issuer) == "400 SSRVTRA12007")
    }

    @Test(
        "attack 87: an issuer cannot use a plan or schema that another issuer registered", arguments: [false, true])
    func signing(isDistant: Bool) async throws {
        let distant = isDistant ? try await DistantWorld() : nil
        let world = if let distant { distant.world } else { try await IssuanceWorld() }
        let known = try #require(try await world.registry.plan(TestSchemas.identityPlan))
        var schema = try #require(try await world.registry.schema(id: known.credentialSchema.id))
        schema.id = "http://other.test/schema"
        try await world.registry.save(schema, name: "theirs", owner: "did:omn:other")
        func code(_ number: Int, schema: String, owner: String?, issuers: [String]? = ["did:omn:issuer"]) async throws
            -> String
        {
            var plan = known
            plan.vcPlanId = "vcplanid00000000009\(number)"
            (plan.credentialSchema.id, plan.allowedIssuers) = (schema, issuers)
            try await world.registry.save(plan, owner: owner)
            return try await world.code(
                OpenDIDEndpoints.Issuer.inspectProposeIssue,
                InspectProposeIssue(id: world.messageID(), vcPlanId: plan.vcPlanId))
        }
        let own = known.credentialSchema.id
        #expect(try await code(1, schema: own, owner: "did:omn:issuer") == "200")
        #expect(try await code(2, schema: own, owner: "did:omn:other") == "SSRVISS00202")
        #expect(try await code(3, schema: schema.id, owner: "did:omn:other", issuers: nil) == "SSRVISS00202")
        #expect(try await code(4, schema: schema.id, owner: "did:omn:issuer") == "SSRVISS00202")
        // The trust agent may say that one issuer uses another's schema.
        #expect(try await code(5, schema: schema.id, owner: nil) == "200")
    }

    @Test("attack 87: the list of schemas names each schema's own issuer, whatever a plan says")
    func listed() async throws {
        let distant = try await DistantWorld()
        let registry = distant.agent.registry
        var plan = try #require(try await registry.plan(TestSchemas.identityPlan))
        var schema = try #require(try await registry.schema(id: plan.credentialSchema.id))
        (schema.id, plan.credentialSchema.id, plan.vcPlanId) = (
            "http://other.test/schema", "http://other.test/schema", "vcplanid000000000090"
        )
        try await registry.save(schema, name: "theirs", owner: "did:omn:other")
        try await registry.save(plan, owner: "did:omn:other")
        let list: VCSchemaList = try await distant.agent.get(OpenDIDEndpoints.List.vcSchemas).value()
        let theirs = list.vcSchemaList.filter { $0.schemaId == schema.id }
        #expect(theirs.map(\.issuerDid) == ["did:omn:other"] && theirs.map(\.issuerName) == [nil])
        #expect(
            list.vcSchemaList.filter { $0.schemaId != schema.id }.allSatisfy {
                $0.issuerDid == "did:omn:issuer" && $0.issuerName != nil
            })
    }
}
