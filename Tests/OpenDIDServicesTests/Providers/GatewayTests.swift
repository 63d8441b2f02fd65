import HeraldJSON
import OpenDID_DataModel
import TestSupport
import Testing

@testable import OpenDIDServices

@Suite("The gateway and the list provider")
struct GatewayTests {
    private let world: CoreWorld

    init() async throws {
        world = try await CoreWorld {
            $0.seed = ServicesSeed(
                schemas: [SchemaSeed(name: "id card", schema: VCSchema.certificate(id: "replaced"))],
                plans: [
                    PlanSeed(
                        id: "vcplanid000000000001", name: "Card", description: "A card", schema: "id card",
                        tags: ["identity"]),
                    PlanSeed(
                        id: "vcplanid000000000002", name: "Other", description: "Another", schema: "id card",
                        tags: ["other"]),
                ],
                allowedApps: ["org.omnione.did.ca"])
        }
    }

    @Test("a document is returned in the requested version, with its status beside it")
    func documents() async throws {
        let did = "did:omn:issuer"
        let plain: DIDDocVO = try await world.get(OpenDIDEndpoints.Gateway.didDoc, ServiceQuery("did", did)).value()
        // Base58 would take time with the square of the document's length, for everybody who asks.
        #expect(plain.didDoc.hasPrefix("m"))
        let registered = try await world.registry.resolve(did, versionId: nil)
        #expect(try plain.openDocument() == registered?.document)
        #expect(plain.unknownMembers.members["status"] == "ACTIVATED")
        let version = await world.get(OpenDIDEndpoints.Gateway.didDoc, ServiceQuery("did", did + "?versionId=1"))
        #expect(version.status == 200)
        try await world.registry.apply([.setDIDStatus(did: did, .revoked, at: world.clock.now)])
        let revoked: DIDDocVO = try await world.get(OpenDIDEndpoints.Gateway.didDoc, ServiceQuery("did", did)).value()
        #expect(revoked.unknownMembers.members["status"] == "REVOKED")
    }

    @Test(
        "a malformed or unknown DID is refused",
        arguments: [
            (nil, "SSRVAGW00300"), ("issuer", "SSRVAGW00301"), ("", "SSRVAGW00300"), ("did:omn:nobody", "SSRVAGW00300"),
            ("did:omn:issuer?versionId=2", "SSRVAGW00300"), ("did:omn:issuer?versionId=x", "SSRVAGW00301"),
        ])
    func unknownDocuments(did: String?, code: String) async {
        let response = await world.get(
            OpenDIDEndpoints.Gateway.didDoc, did.map { ServiceQuery("did", $0) } ?? ServiceQuery())
        #expect(response.code == code && response.status == 400)
    }

    @Test("a credential's record is returned in multibase, and an unknown credential is refused")
    func credentials() async throws {
        let certificate: VerifiableCredential = try await world.get(OpenDIDEndpoints.certificate(of: .issuer)).value()
        let answer: VCMetaVO = try await world.get(
            OpenDIDEndpoints.Gateway.vcMeta, ServiceQuery("vcId", certificate.id)
        ).value()
        let meta = try MultibaseEnvelope.open(answer.vcMeta, as: VCMeta.self, field: "vcMeta").value
        #expect(answer.vcId == certificate.id && meta.mismatches(with: certificate).isEmpty && meta.status == .ACTIVE)
        #expect(await world.get(OpenDIDEndpoints.Gateway.vcMeta, ServiceQuery("vcId", "x")).code == "SSRVAGW00401")
        #expect(await world.get(OpenDIDEndpoints.Gateway.vcMeta).code == "SSRVAGW00400")
    }

    @Test("apps are listed for the wallet that asks")
    func apps() async throws {
        let list: AllowCAList = try await world.get(
            OpenDIDEndpoints.List.allowedApps, ServiceQuery("wallet", Registry.walletPackage)
        ).value()
        #expect(list == AllowCAList(count: 1, items: ["org.omnione.did.ca"]))
        let other: AllowCAList = try await world.get(OpenDIDEndpoints.List.allowedApps, ServiceQuery("wallet", "other"))
            .value()
        #expect(other == AllowCAList(count: 0, items: []))
        #expect(await world.get(OpenDIDEndpoints.List.allowedApps).code == "9999")
    }

    @Test("plans are found by tag and by ID, with the URL of their schema")
    func plans() async throws {
        let all: VCPlanList = try await world.get(OpenDIDEndpoints.List.plans).value()
        #expect(all.count == 2 && all.items.map(\.name) == ["Card", "Other"])
        let tagged: VCPlanList = try await world.get(OpenDIDEndpoints.List.plans, ServiceQuery("tags[]", "identity"))
            .value()
        #expect(tagged.items.map(\.vcPlanId) == ["vcplanid000000000001"])
        let plan: VCPlan = try await world.get(OpenDIDEndpoints.List.plan, ServiceQuery("id", "vcplanid000000000001"))
            .value()
        #expect(plan.credentialSchema.id == "http://core.test/issuer/api/v1/vc/vcschema?name=id%20card")
        #expect(plan.allowedIssuers == ["did:omn:issuer"] && plan.manager == "did:omn:issuer")
        #expect(try await world.registry.schema(id: plan.credentialSchema.id)?.id == plan.credentialSchema.id)
        #expect(await world.get(OpenDIDEndpoints.List.plan, ServiceQuery("id", "none")).code == "SSRVTRA18501")
    }

    @Test(
        "stock fault 7 release 2: a plan's manager is its own issuer or the only one, or the trust agent if several others issue",
        arguments: [
            ([], "did:omn:issuer"), (["did:omn:other", "did:omn:issuer"], "did:omn:issuer"),
            (["did:omn:other"], "did:omn:other"),
            (["did:omn:other", "did:omn:third"], "did:omn:tas"),
        ])
    func managers(issuers: [String], manager: String) async throws {
        let world = try await CoreWorld {
            $0.seed = ServicesSeed(
                schemas: [SchemaSeed(name: "card", schema: VCSchema.certificate(id: "replaced"))],
                plans: [
                    PlanSeed(
                        id: "vcplanid000000000001", name: "Card", description: "A card", schema: "card",
                        allowedIssuers: issuers)
                ])
        }
        let plan: VCPlan = try await world.get(OpenDIDEndpoints.List.plan, ServiceQuery("id", "vcplanid000000000001"))
            .value()
        #expect(plan.manager == manager)
    }
}
