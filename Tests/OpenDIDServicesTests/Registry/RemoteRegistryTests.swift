import GRDB
import HeraldJSON
import OpenDID_DataModel
import Testing

@testable import OpenDIDServices

@Suite("Calls to another process's registry")
struct RemoteRegistryTests {
    private func documentsSent(_ distant: DistantWorld) -> [FindDocument] {
        distant.line.sent.filter { $0.path == OpenDIDEndpoints.Registry.document.path }.compactMap {
            try? FindDocument(jsonBytes: $0.body)
        }
    }

    @Test("a remote registry returns the trust agent's data and nothing else")
    func reading() async throws {
        let distant = try await DistantWorld()
        let (here, there) = (distant.agent.registry, try await distant.registry(as: .verifier))
        let holder = try await distant.world.holder()
        let credential = try await IssuanceRun.issued(distant.world, to: holder)
        for did in [
            holder.did, "did:omn:tas", "did:omn:issuer", "did:omn:nobody", String(repeating: "x", count: 5_000),
        ] {
            for version in [nil, "1", "2", "no version that is one"] {
                let found = try await there.resolve(did, versionId: version)
                #expect(try await here.resolve(did, versionId: version) == found, "\(did.prefix(20)) \(version ?? "")")
            }
            #expect(try await there.provider(did) == here.provider(did))
        }
        #expect(try await there.credential(credential.id) == here.credential(credential.id))
        #expect(try await there.credentials([credential.id, "none"]) == here.credentials([credential.id, "none"]))
        #expect(try await there.statuses(of: [holder.did, "did:omn:nobody"]) == [holder.did: .activated])
        for role in RoleTypeEnum.allCases { #expect(try await there.providers(role) == here.providers(role)) }
        #expect(try await there.plans(tags: []) == here.plans())
        #expect(try await there.plan(TestSchemas.identityPlan) == here.plan(TestSchemas.identityPlan))
        #expect(try await there.plan("none") == nil)
        let schema = try #require(try await there.schema(named: TestSchemas.identity, owner: "did:omn:issuer"))
        #expect(try await there.schema(id: schema.id) == schema)
        #expect(try await there.schema(id: "none") == nil)
    }

    @Test("a long list arrives complete, page by page")
    func pages() async throws {
        let distant = try await DistantWorld()
        let names = (0..<250).map { "org.example.app\(1_000 + $0)" }
        for name in names { try await distant.agent.registry.allow(app: name) }
        let there = try await distant.registry(as: .verifier)
        #expect(try await there.allowedApps(wallet: Registry.walletPackage) == names)
        var plan = try #require(try await distant.agent.registry.plan(TestSchemas.identityPlan))
        plan.description = String(repeating: "long ", count: 20_000)
        for number in 0..<6 {
            plan.vcPlanId = "vcplanid00000000010\(number)"
            try await distant.agent.registry.save(plan, owner: "did:omn:issuer")
        }
        #expect(try await there.plans(tags: []) == distant.agent.registry.plans())
        #expect(distant.line.sent.filter { $0.path == OpenDIDEndpoints.Registry.plans.path }.count > 2)
    }

    @Test(
        "a query with too many IDs is sent in parts, and the trust agent refuses one that is too large"
    )
    func bounds() async throws {
        let distant = try await DistantWorld()
        let there = try await distant.registry(as: .verifier)
        let holder = try await distant.world.holder()
        let ids = (0..<120).map { "did:omn:nobody\($0)" } + [holder.did]
        #expect(try await there.statuses(of: ids) == [holder.did: .activated])
        for ids in [
            Array(repeating: "x", count: FindAll.limit + 1), [String(repeating: "x", count: FindAll.idLimit + 1)],
        ] {
            let answer = try await distant.agent.post(
                OpenDIDEndpoints.Registry.credentials, FindAll(ids: ids), token: CoreWorld.peerToken)
            #expect(answer.code == "SSRVTRA12004")
        }
        // IDs that are too long to be registered are not looked up.
        let (before, long) = (distant.line.sent.count, String(repeating: "x", count: DIDDocument.idByteLimit + 1))
        #expect(try await there.provider(long) == nil)
        #expect(try await there.schema(named: TestSchemas.identity, owner: long) == nil)
        #expect(distant.line.sent.count == before)
    }

    @Test("a document is sent once, and a change of it or of its status is seen at once")
    func memory() async throws {
        let distant = try await DistantWorld()
        let there = try await distant.registry(as: .verifier)
        var holder = try await distant.world.holder()
        let before = documentsSent(distant).count
        for _ in 0..<3 { #expect(try await there.resolve(holder.did, versionId: nil)?.status == .activated) }
        #expect(documentsSent(distant).dropFirst(before).map { $0.known == nil } == [true, false, false])
        let other = try await distant.world.holder(78)
        #expect(try await there.resolve(other.did, versionId: nil)?.status == .activated)
        try await distant.agent.registry.apply([.setDIDStatus(did: other.did, .deactivated, at: distant.world.now)])
        let off = try #require(try await there.resolve(other.did, versionId: nil))
        #expect(off.status == .deactivated && off.document.deactivated)
        try await distant.world.replaceKey(.pin, of: &holder)
        #expect(try await there.resolve(holder.did, versionId: nil)?.document == holder.document)
        #expect(try await there.resolve(holder.did, versionId: "1")?.document.versionId == "1")
    }

    @Test("a credential that is deactivated at the trust agent is refused by the verifier at once")
    func verifier() async throws {
        let distant = try await DistantWorld()
        let world = distant.world
        let holder = try await world.holder()
        let credential = try await IssuanceRun.issued(world, to: holder)
        var run = try await PresentationRun.profiled(world, by: holder)
        #expect(try await run.present([credential]) == "200")
        try await world.registry.apply([.setCredentialStatus(id: credential.id, .INACTIVE, at: world.now)])
        run = try await PresentationRun.profiled(world, by: holder)
        #expect(try await run.present([credential]) == "SSRVVRF00801")
        try await world.registry.apply([.setCredentialStatus(id: credential.id, .ACTIVE, at: world.now)])
        #expect(try await run.present([credential]) == "200")
    }

    @Test(
        "while the registry does not answer, presentations are refused with the code for that, and accepted afterwards")
    func outage() async throws {
        let distant = try await DistantWorld()
        let world = distant.world
        let holder = try await world.holder()
        let credential = try await IssuanceRun.issued(world, to: holder)
        var run = try await PresentationRun.profiled(world, by: holder)
        let presentation = try await holder.presentation(for: run.profile, of: [credential], at: world.now)
        let request = try await run.request(presentation)
        distant.line.cut(true)
        let refused = try await world.ask(OpenDIDEndpoints.Verifier.requestVerify, request, as: .anybody)
        #expect(refused.status == 503 && refused.code == "SSRVVRF00102")
        distant.line.cut(false)
        #expect(try await world.code(OpenDIDEndpoints.Verifier.requestVerify, request, as: .anybody) == "200")
    }
}
