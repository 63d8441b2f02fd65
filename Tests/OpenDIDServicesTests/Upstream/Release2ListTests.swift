import HeraldJSON
import OpenDID_DataModel
import Testing

@testable import OpenDIDServices

@Suite("Lists in the form of release 2")
struct Release2ListTests {
    private static func plan(_ number: Int, user: Bool, issuer: Bool, schema: String = "card") -> PlanSeed {
        PlanSeed(
            id: "vcplanid00000000000\(number)", name: "\(number)", description: "Plan", schema: schema,
            tags: number == 3 ? ["late"] : [],
            option: VCPlan.Option(allowUserInit: user, allowIssuerInit: issuer, delegatedIssuance: false))
    }

    private func world() async throws -> CoreWorld {
        try await CoreWorld {
            $0.seed = ServicesSeed(
                schemas: [
                    SchemaSeed(name: "card", schema: VCSchema.certificate(id: "replaced")),
                    SchemaSeed(name: "other", schema: VCSchema.certificate(id: "replaced")),
                ],
                plans: [
                    Self.plan(1, user: true, issuer: false), Self.plan(2, user: false, issuer: true),
                    Self.plan(3, user: true, issuer: true, schema: "other"),
                ])
        }
    }

    @Test("vcplan/list has the plans that users may request, and vcplan/list/issuer those that issuers offer")
    func plans() async throws {
        let world = try await world()
        func ids(_ endpoint: ServiceEndpoint<ServiceQuery, VCPlanList>, _ query: ServiceQuery = ServiceQuery())
            async throws -> [String]
        {
            let list: VCPlanList = try await world.get(endpoint, query).value()
            #expect(list.count == list.items.count)
            return list.items.map(\.name)
        }
        #expect(try await ids(OpenDIDEndpoints.List.plans) == ["1", "3"])
        #expect(try await ids(OpenDIDEndpoints.List.issuerPlans) == ["2", "3"])
        #expect(try await ids(OpenDIDEndpoints.List.issuerPlans, ServiceQuery("tags[]", "late")) == ["3"])
        // An offer names its plan: this plan is found for every initiator.
        #expect(await world.get(OpenDIDEndpoints.List.plan, ServiceQuery("id", "vcplanid000000000002")).status == 200)
    }

    @Test("vcschema/list has each schema once, with its issuer, and id and schema without @")
    func schemas() async throws {
        let world = try await world()
        let response = await world.get(OpenDIDEndpoints.List.vcSchemas)
        let list: VCSchemaList = try response.value()
        let url = "\(CoreWorld.baseURL)/issuer/api/v1/vc/vcschema?name="
        #expect(list.count == 2 && list.vcSchemaList.map(\.schemaId) == [url + "card", url + "other"])
        #expect(list.vcSchemaList.allSatisfy { $0.issuerDid == "did:omn:issuer" && $0.issuerName?.isEmpty == false })
        let first = try #require(list.vcSchemaList.first)
        #expect(try await world.registry.schema(id: first.schemaId) == first.vcSchema.vcSchema)
        #expect(!String(decoding: response.body, as: UTF8.self).contains("\"@"))
    }

    @Test("the schema of an anonymous credential is refused with the code for schemas, and not with an empty page")
    func credentialSchema() async throws {
        let world = try await world()
        let response = await world.get(
            OpenDIDEndpoints.List.credentialSchema, ServiceQuery("credentialSchemaId", "did:omn:issuer:2:mdl:1.0"))
        #expect(response.code == "SSRVTRA18503" && response.status == 500)
        #expect(await world.get(OpenDIDEndpoints.List.credentialSchema).code == "9999")
    }
}
