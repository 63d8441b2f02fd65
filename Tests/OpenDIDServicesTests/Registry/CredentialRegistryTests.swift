import OpenDID_DataModel
import TestSupport
import Testing

@testable import OpenDIDServices

@Suite("The registry's credentials, plans and apps")
struct CredentialRegistryTests {
    private let world: CoreWorld

    init() async throws { world = try await CoreWorld { $0.roles = [.tas] } }

    private func meta(_ id: String = "credential", subject: String = "did:omn:holder") -> VCMeta {
        VCMeta(
            id: id, issuer: Provider(did: "did:omn:issuer", certVcRef: "http://x"), subject: subject,
            credentialSchema: .init(id: "http://schema"), status: .ACTIVE, issuanceDate: "2024-11-19T07:06:40Z",
            validFrom: "2024-11-19T07:06:40Z", validUntil: "2025-11-19T07:06:40Z", formatVersion: "1.0", language: "en")
    }

    private func refusal(_ changes: [LedgerChange]) async -> RegistryError.Code? {
        do {
            try await world.registry.apply(changes)
            return nil
        } catch {
            return (error as? RegistryError)?.code
        }
    }

    @Test("a credential is registered once; the same entry again is accepted, and another one is refused")
    func entry() async throws {
        let now = world.clock.now
        #expect(await refusal([.enterCredential(meta(), at: now), .enterCredential(meta(), at: now)]) == nil)
        #expect(await refusal([.enterCredential(meta(subject: "did:omn:other"), at: now)]) == .duplicate)
        #expect(try await world.registry.credential("credential") == meta())
        #expect(try await world.registry.standing(ofCredential: "credential") == CredentialStanding(meta()))
        #expect(try await world.registry.standing(ofCredential: "nothing") == nil)
    }

    @Test(
        "a status changes only as the sheet allows, and the entry shows it",
        arguments: [
            ([.INACTIVE, .ACTIVE, .REVOKED], nil), ([.REVOKED, .ACTIVE], .transition),
            ([.REVOKED, .INACTIVE], .transition),
            ([.REVOKED, .REVOKED], nil),
        ] as [([VCStatusEnum], RegistryError.Code?)])
    func statuses(path: [VCStatusEnum], code: RegistryError.Code?) async throws {
        let now = world.clock.now
        let changes =
            [.enterCredential(meta(), at: now)]
            + path.map { LedgerChange.setCredentialStatus(id: "credential", $0, at: now) }
        #expect(await refusal(changes) == code)
        if code == nil { #expect(try await world.registry.credential("credential")?.status == path.last) }
        #expect(await refusal([.setCredentialStatus(id: "nothing", .REVOKED, at: now)]) == .unknown)
    }

    @Test("the standing follows each change of the entry, although its decoding is remembered")
    func standings() async throws {
        let (registry, now) = (world.registry, world.clock.now)
        try await registry.apply([.enterCredential(meta(), at: now)])
        for status in [VCStatusEnum.INACTIVE, .ACTIVE, .REVOKED] {
            _ = try await registry.standing(ofCredential: "credential")
            try await registry.apply([.setCredentialStatus(id: "credential", status, at: now)])
            for _ in 0..<2 {
                #expect(try await registry.standing(ofCredential: "credential")?.status == status)
            }
        }
    }

    @Test("a standing is remembered for the bytes of its entry only, and up to a limit")
    func standingMemory() {
        let memory = StandingMemory(limit: 10), active = CredentialStanding(meta())
        memory.remember(active, of: "a", record: [1, 2, 3, 4])
        #expect(memory.standing(of: "a", record: [1, 2, 3, 4]) == active)
        #expect(memory.standing(of: "a", record: [1, 2, 3, 5]) == nil)
        #expect(memory.standing(of: "b", record: [1, 2, 3, 4]) == nil)
        let revoked = CredentialStanding(status: .REVOKED, issuer: "did:omn:issuer")
        memory.remember(revoked, of: "a", record: [1, 2, 3, 5])
        #expect(memory.standing(of: "a", record: [1, 2, 3, 5]) == revoked && memory.bytes == 4)
        memory.remember(active, of: "b", record: [1, 2, 3, 4, 5, 6, 7])
        #expect(memory.standing(of: "a", record: [1, 2, 3, 5]) == nil && memory.bytes == 7)
        memory.remember(active, of: "c", record: [UInt8](repeating: 1, count: 11))
        #expect(memory.bytes == 7)
    }

    @Test("plans are found by ID and by tag, in the order of registration, and a plan can be replaced")
    func plans() async throws {
        func plan(_ id: String, _ tags: [String]?, name: String = "plan") -> VCPlan {
            VCPlan(
                vcPlanId: id, name: name, description: "", tags: tags,
                credentialSchema: .init(id: "http://schema", type: .osdSchemaCredential, value: nil),
                option: VCPlan.Option(allowUserInit: true, allowIssuerInit: true, delegatedIssuance: false),
                manager: "did:omn:tas")
        }
        for plan in [plan("b", ["x", "y"]), plan("a", ["y"]), plan("c", nil)] { try await world.registry.save(plan) }
        try await world.registry.save(plan("b", ["x", "y"], name: "renamed"))
        #expect(try await world.registry.plans().map(\.vcPlanId) == ["b", "a", "c"])
        #expect(try await world.registry.plans(tags: ["y"]).map(\.vcPlanId) == ["b", "a"])
        #expect(try await world.registry.plans(tags: ["z"]).isEmpty)
        #expect(try await world.registry.plan("b")?.name == "renamed")
        #expect(try await world.registry.plan("nothing") == nil)
    }

    @Test("a schema is found by its URL and by its owner's name for it; a faulty one is refused")
    func schemas() async throws {
        let schema = VCSchema.certificate(id: "http://schema?name=one")
        try await world.registry.save(schema, name: "one", owner: "did:omn:issuer")
        #expect(try await world.registry.schema(id: schema.id) == schema)
        #expect(try await world.registry.schema(named: "one", owner: "did:omn:issuer") == schema)
        #expect(try await world.registry.schema(named: "one", owner: "did:omn:other") == nil)
        var faulty = schema
        faulty.credentialSubject.claims = []
        await #expect(throws: RegistryError.self) {
            try await world.registry.save(faulty, name: "two", owner: "did:omn:issuer")
        }
    }

    @Test("apps are allowed for one wallet")
    func apps() async throws {
        try await world.registry.allow(app: "org.b")
        try await world.registry.allow(app: "org.a")
        try await world.registry.allow(app: "org.a")
        #expect(try await world.registry.allowedApps() == ["org.a", "org.b"])
        #expect(try await world.registry.allowedApps(wallet: "other").isEmpty)
    }
}
