import HeraldJSON
import HeraldKeys
import OpenDID_DataModel
import TestSupport
import Testing

@testable import OpenDIDServices

@Suite("The registry of DID documents")
struct RegistryTests {
    private let world: CoreWorld

    init() async throws { world = try await CoreWorld { $0.roles = [.tas, .issuer] } }

    private func enter(_ document: DIDDocument, role: RoleTypeEnum = .Etc) async throws {
        let change = try await registrar().enter(document, role: role)
        try await world.registry.apply([change])
    }

    private func registrar() async throws -> Registrar {
        let (clock, chance) = (world.clock, world.chance)
        return Registrar(
            identity: try await world.identity(.tas), registry: world.registry,
            certificateSchema: "http://core.test/schema",
            now: { clock.now }, random: { chance.bytes($0) })
    }

    private func holder(_ seed: UInt64 = 5) throws -> TestParty {
        try TestParty(seed: seed, names: [.keyagree, .pin], created: world.clock.now)
    }

    private func code(_ body: () async throws -> some Any) async -> RegistryError.Code? {
        do {
            _ = try await body()
            return nil
        } catch {
            return (error as? RegistryError)?.code
        }
    }

    /// The next version of a document with one more key.
    private func next(_ document: DIDDocument, seed: UInt64 = 8) throws -> DIDDocument {
        var edit = DIDDocumentEdit(document)
        let more = try TestParty(seed: seed, names: [.bio], created: world.clock.now)
        let key = try #require(more.keys[.bio])
        try edit.add(DIDKeyEntry(.bio, key.verificationKey))
        world.clock.advance(by: 1)
        return try edit.nextVersion(at: world.clock.now)
    }

    @Test("attack 59: the registry's cache of documents is limited in bytes, even for many versions of one DID")
    func memory() async throws {
        let clock = world.clock
        let registry = Registry(database: world.assembly.database, now: { clock.now }, cacheLimit: 4_000)
        var document = try holder().document
        try await enter(document)
        for number in 0..<6 {
            if number % 2 == 1 {
                document = try next(document, seed: UInt64(20 + number))
                try await enter(document)
            } else if number > 0 {
                var edit = DIDDocumentEdit(document)
                try edit.removeKey(named: "bio")
                clock.advance(by: 1)
                document = try edit.nextVersion(at: clock.now)
                try await enter(document)
            }
            for version in 1...(number + 1) {
                #expect(try await registry.resolve(document.id, versionId: "\(version)") != nil)
            }
            #expect((1...4_000).contains(registry.cachedBytes))
        }
        for seed in 40..<50 as Range<UInt64> {
            let other = try holder(seed).document
            try await enter(other)
            #expect(try await registry.resolve(other.id, versionId: nil)?.document == other)
            #expect((1...4_000).contains(registry.cachedBytes))
        }
    }

    @Test("a document is found in the requested version, with its present status")
    func versions() async throws {
        let first = try holder().document
        try await enter(first)
        let second = try next(first)
        try await enter(second)
        #expect(try await world.registry.resolve(first.id, versionId: nil)?.document == second)
        #expect(try await world.registry.resolve(first.id, versionId: "1")?.document == first)
        #expect(try await world.registry.resolve(first.id, versionId: "2")?.document == second)
        #expect(try await world.registry.resolve(first.id, versionId: "3") == nil)
        #expect(try await world.registry.resolve("did:omn:nobody", versionId: nil) == nil)
    }

    @Test("registering the same document again is accepted, and another one under its DID is refused")
    func duplicates() async throws {
        let party = try holder()
        try await enter(party.document)
        try await enter(party.document)
        let other = try TestParty(party.document.id, seed: 6, names: [.keyagree, .pin], created: world.clock.now)
        #expect(await code { try await enter(other.document) } == .duplicate)
        #expect(try await world.registry.resolve(party.document.id, versionId: nil)?.document == party.document)
    }

    @Test("an old version cannot be registered again")
    func replayedVersion() async throws {
        let first = try holder().document
        try await enter(first)
        let second = try next(first)
        try await enter(second)
        #expect(await code { try await enter(first) } == .duplicate)
        #expect(try await world.registry.resolve(first.id, versionId: nil)?.document == second)
    }

    @Test("a version that skips one, or changes what must not change, is refused")
    func updates() async throws {
        let first = try holder().document
        try await enter(first)
        var skipped = try next(first)
        skipped.versionId = "3"
        #expect(await code { try await enter(skipped) } == .update)
        var renamed = try next(first)
        renamed.created = world.clock.now.text
        #expect(await code { try await enter(renamed) } == .update)
        #expect(try await world.registry.resolve(first.id, versionId: nil)?.document == first)
    }

    @Test("only the trust agent's invoke key, for capability invocation, registers documents")
    func signatures() async throws {
        let document = try holder().document
        let (trustAgent, issuer) = (try await world.identity(.tas), try await world.identity(.issuer))
        let now = world.clock.now
        func envelope(_ controller: Provider? = nil) throws -> InvokedDidDoc {
            try InvokedDidDoc(
                document: document, controller: controller ?? trustAgent.provider,
                nonce: Multibase.encode([UInt8](repeating: 7, count: 16), as: .base58btc))
        }
        let unsigned = try envelope()
        #expect(await code { try await world.registry.admit(unsigned, role: .Etc) } == .signature)
        let wrongKey = try await trustAgent.sign(envelope(), with: .assert, created: now)
        #expect(await code { try await world.registry.admit(wrongKey, role: .Etc) } == .signature)
        let wrongPurpose = try await envelope().signed(
            by: trustAgent.proofRequest(.invoke, purpose: .assertionMethod, created: now))
        #expect(await code { try await world.registry.admit(wrongPurpose, role: .Etc) } == .signature)
        let stranger = try await issuer.sign(envelope(issuer.provider), with: .assert, created: now)
        #expect(await code { try await world.registry.admit(stranger, role: .Etc) } == .signature)
        var exchanged = try await trustAgent.sign(envelope(), with: .invoke, created: now)
        exchanged.didDoc = try MultibaseEnvelope.seal(holder(6).document)
        #expect(await code { try await world.registry.admit(exchanged, role: .Etc) } == .signature)
        let good = try await trustAgent.sign(envelope(), with: .invoke, created: now)
        #expect(await code { try await world.registry.admit(good, role: .Etc) } == nil)
        #expect(try await world.registry.resolve(document.id, versionId: nil) == nil)
    }

    @Test("registering a document with the role Tas does not make a server a trust agent")
    func usurpers() async throws {
        let usurper = try TestParty(
            "did:omn:usurper", seed: 9, names: [.assert, .invoke], controller: "did:omn:usurper",
            created: world.clock.now)
        let envelope = try InvokedDidDoc(
            document: usurper.document, controller: Provider(did: "did:omn:usurper", certVcRef: "http://x"),
            nonce: Multibase.encode([UInt8](repeating: 7, count: 16), as: .base58btc))
        try await world.registry.apply([try await world.registry.admit(envelope, role: .Tas)])
        let victim = try holder()
        let second = try await usurper.identity.sign(
            InvokedDidDoc(
                document: victim.document, controller: usurper.identity.provider,
                nonce: Multibase.encode([UInt8](repeating: 7, count: 16), as: .base58btc)), with: .invoke,
            created: world.clock.now)
        #expect(await code { try await world.registry.admit(second, role: .Etc) } == .signature)
    }

    @Test(
        "a status changes only as the sheet allows",
        arguments: [
            ([.deactivated, .activated, .deactivated, .revoked, .terminated], nil), ([.terminated], .transition),
            ([.revoked, .activated], .transition),
            ([.revoked, .deactivated], .transition), ([.revoked, .terminated, .revoked], .transition),
        ] as [([DIDStatus], RegistryError.Code?)])
    func statuses(path: [DIDStatus], refusal: RegistryError.Code?) async throws {
        let did = try holder().document.id
        try await enter(try holder().document)
        let now = world.clock.now
        for status in path.dropLast() { try await world.registry.apply([.setDIDStatus(did: did, status, at: now)]) }
        let last = try #require(path.last)
        #expect(await code { try await world.registry.apply([.setDIDStatus(did: did, last, at: now)]) } == refusal)
        let found = try #require(try await world.registry.resolve(did, versionId: nil))
        if refusal == nil { #expect(found.status == last) }
        #expect(found.terminated == (found.status == .terminated ? now : nil))
    }

    @Test("a deactivation shows in the document, keeps its version, and refuses new versions")
    func deactivated() async throws {
        let document = try holder().document
        try await enter(document)
        _ = try await world.registry.resolve(document.id, versionId: nil)
        try await world.registry.apply([.setDIDStatus(did: document.id, .deactivated, at: world.clock.now)])
        let off = try #require(try await world.registry.resolve(document.id, versionId: "1"))
        #expect(off.document.deactivated && off.document.versionId == "1" && off.status == .deactivated)
        let second = try next(document)
        #expect(await code { try await enter(second) } == .transition)
        try await world.registry.apply([.setDIDStatus(did: document.id, .activated, at: world.clock.now)])
        #expect(try await world.registry.resolve(document.id, versionId: nil)?.document == document)
    }

    @Test("changes that are applied together all happen or none does")
    func atomic() async throws {
        let document = try holder().document
        let entry = try await registrar().enter(document, role: .Etc)
        let refused = LedgerChange.setDIDStatus(did: "did:omn:nobody", .revoked, at: world.clock.now)
        #expect(await code { try await world.registry.apply([entry, refused]) } == .unknown)
        #expect(try await world.registry.resolve(document.id, versionId: nil) == nil)
    }
}
