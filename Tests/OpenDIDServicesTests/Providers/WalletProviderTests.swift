import HeraldKeys
import OpenDID_DataModel
import TestSupport
import Testing

@testable import OpenDIDServices

@Suite("The wallet provider")
struct WalletProviderTests {
    private let world: CoreWorld
    private let device: TestParty

    init() async throws {
        world = try await CoreWorld()
        device = try TestParty(seed: 4, created: world.clock.now)
    }

    private func sign(_ document: DIDDocument) async throws -> ServiceResponse {
        try await world.post(OpenDIDEndpoints.WalletProvider.requestSignWallet, document)
    }

    @Test("a device's document is attested with a wallet ID, in the wallet provider's name")
    func attestation() async throws {
        let document = try await device.proven(as: .device, at: world.clock.now)
        let response = try await sign(document)
        let report = await VerificationPolicy.standard(for: .attestedDIDDoc, signer: "did:omn:wallet")
            .verify(try SignedDocument(response.body), at: world.clock.now, resolver: world.registry)
        #expect(report.isValid, "\(report.failures)")
        let attested: AttestedDIDDoc = try response.value()
        #expect(attested.walletId.hasPrefix("WID202411") && attested.walletId.count == 20)
        #expect(try attested.openOwner().value == document)
    }

    @Test(
        "the same document gets the same wallet ID again, and another document of the device is refused"
    )
    func repeated() async throws {
        let document = try await device.proven(as: .device, at: world.clock.now)
        let first = try await sign(document)
        #expect(first.status == 200)
        #expect(try await sign(document) == first)
        #expect(try await sign(device.proven(as: .device, at: world.clock.now.advanced(by: .seconds(1)))) == first)
        let admitted = AdmittedDocument(
            document: device.document, role: .Wallet, bytes: try device.document.canonicalBytes())
        try await world.registry.apply([.enterDocument(admitted, at: world.clock.now)])
        #expect(try await sign(document) == first)
        let usurper = try TestParty(device.document.id, seed: 5, created: world.clock.now)
        #expect(try await sign(usurper.proven(as: .device, at: world.clock.now)).code == "SSRVWLT00102")
        let other = try TestParty(seed: 5, created: world.clock.now)
        let second: AttestedDIDDoc = try await sign(other.proven(as: .device, at: world.clock.now)).value()
        #expect(try second.walletId != first.value(AttestedDIDDoc.self).walletId)
    }

    @Test("simultaneous requests all get one wallet ID")
    func together() async throws {
        let document = try await device.proven(as: .device, at: world.clock.now)
        let answers = try await withThrowingTaskGroup(of: [UInt8].self) { group in
            for _ in 0..<8 { group.addTask { try await sign(document).body } }
            return try await group.reduce(into: Set<[UInt8]>()) { $0.insert($1) }
        }
        #expect(answers.count == 1)
    }

    @Test("a document that lacks a proof, has a foreign one, or was changed after signing is refused")
    func proofs() async throws {
        let document = try await device.proven(as: .device, at: world.clock.now)
        var bare = document.withoutProofs
        #expect(try await sign(bare).code == "SSRVWLT00203")
        bare.proof = document.allProofs.first
        #expect(try await sign(bare).code == "SSRVWLT00203")
        let thief = TestParty(document: device.document, keys: try TestParty(seed: 6, created: world.clock.now).keys)
        var stolen = document
        stolen.proofs = try await thief.document.signed(by: [
            thief.identity.proofRequest(.assert, created: world.clock.now),
            thief.identity.proofRequest(.auth, created: world.clock.now),
        ]).proofs
        #expect(try await sign(stolen).code == "SSRVWLT00203")
        var changed = document
        changed.service = [DIDDocument.Service(id: "x", type: .linkedDomains, serviceEndpoint: ["http://x.test"])]
        #expect(try await sign(changed).code == "SSRVWLT00203")
    }

    @Test("a document of another controller, of a later version, or of an active DID is refused")
    func forms() async throws {
        let foreign = try TestParty(seed: 7, controller: "did:omn:other", created: world.clock.now)
        #expect(try await sign(foreign.proven(as: .device, at: world.clock.now)).code == "SSRVWLT00102")
        var later = device.document
        later.versionId = "2"
        let second = TestParty(document: later, keys: device.keys)
        #expect(try await sign(second.proven(as: .device, at: world.clock.now)).code == "SSRVWLT00102")
        let usurper = try TestParty("did:omn:issuer", seed: 8, created: world.clock.now)
        #expect(try await sign(usurper.proven(as: .device, at: world.clock.now)).code == "SSRVWLT00102")
    }

    @Test("wallet IDs are drawn evenly from letters and digits, and the drawing ends even with a broken generator")
    func ids() {
        let chance = SharedChance(seed: 1)
        let text = WalletID.text(length: 62_000) { chance.bytes($0) }
        let counts = Dictionary(grouping: text, by: \.self).mapValues(\.count)
        #expect(counts.count == 62 && counts.values.allSatisfy { (800...1200).contains($0) })
        #expect(WalletID.text(length: 11) { [UInt8](repeating: 255, count: $0) }.count == 11)
    }
}
