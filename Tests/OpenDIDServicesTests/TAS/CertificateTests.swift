import HeraldJSON
import OpenDID_DataModel
import OpenDIDServices
import Testing

@Suite("The trust agent checks providers' certificates at each request (OpenDID sheet 6.5)")
struct CertificateTests {
    private func certificateID(of did: String, in world: TrustAgentWorld) async throws -> String {
        let provider = try #require(try await world.services.registry.provider(did))
        return try VerifiableCredential(jsonBytes: try #require(provider.certificate)).id
    }

    @Test("a revoked certificate stops the app provider, even if it was valid before")
    func revoked() async throws {
        let world = try await TrustAgentWorld()
        let wallet = try await TestWallet.created(in: world, seed: 2)
        _ = try await wallet.identified(in: world)
        let id = try await certificateID(of: "did:omn:cas", in: world)
        try await world.services.registry.apply([.setCredentialStatus(id: id, .INACTIVE, at: world.now)])
        await #expect(throws: Refusal.tas(18511)) { _ = try await wallet.identified(in: world) }
        try await world.services.registry.apply([.setCredentialStatus(id: id, .ACTIVE, at: world.now)])
        _ = try await wallet.identified(in: world)
        await world.stop()
    }

    @Test("a revoked certificate stops the issuer")
    func issuer() async throws {
        let world = try await TrustAgentWorld()
        let wallet = try await TestWallet.registered(in: world, seed: 2)
        let id = try await certificateID(of: "did:omn:issuer", in: world)
        _ = try await wallet.profiled(in: world)
        try await world.services.registry.apply([.setCredentialStatus(id: id, .REVOKED, at: world.now)])
        await #expect(throws: Refusal.tas(14002)) { _ = try await wallet.profiled(in: world) }
        await world.stop()
    }

    @Test("an expired certificate stops the wallet provider")
    func expired() async throws {
        let world = try await TrustAgentWorld()
        let wallet = try TestWallet(seed: 2, now: world.now)
        let attested = try await wallet.attested(in: world)
        world.advance(seconds: 400 * 86_400)
        await #expect(throws: Refusal.tas(18511)) {
            let _: _RequestRegisterWallet = try await world.send(
                OpenDIDEndpoints.TAS.requestRegisterWallet, RequestAttestedDIDDoc(id: "1", attestedDidDoc: attested))
        }
        await world.stop()
    }

    @Test("an inactive trust agent certifies nobody")
    func trustAgentOff() async throws {
        let world = try await TrustAgentWorld()
        let wallet = try await TestWallet.created(in: world, seed: 2)
        _ = try await wallet.identified(in: world)
        try await world.services.registry.apply([.setDIDStatus(did: "did:omn:tas", .deactivated, at: world.now)])
        await #expect(throws: Refusal.tas(18511)) { _ = try await wallet.identified(in: world) }
        await world.stop()
    }
}
