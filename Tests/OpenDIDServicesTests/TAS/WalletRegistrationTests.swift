import HeraldKeys
import OpenDID_DataModel
import OpenDIDServices
import Testing

@Suite("The trust agent registers a wallet (OpenDID sheet 5.4)")
struct WalletRegistrationTests {
    private func register(_ document: AttestedDIDDoc, in world: TrustAgentWorld, id: String = "1") async throws
        -> _RequestRegisterWallet
    {
        try await world.send(
            OpenDIDEndpoints.TAS.requestRegisterWallet, RequestAttestedDIDDoc(id: id, attestedDidDoc: document))
    }

    @Test("the device's document is in the registry afterwards, without proofs")
    func registered() async throws {
        let world = try await TrustAgentWorld()
        let wallet = try await TestWallet.created(in: world, seed: 2)
        let resolved = try #require(try await world.resolve(wallet.device.id))
        #expect(resolved.document == wallet.device)
        #expect(resolved.status == .activated)
        await world.stop()
    }

    @Test("the same request gets the same answer, and another one for the same wallet is refused")
    func repeated() async throws {
        let world = try await TrustAgentWorld()
        let wallet = try TestWallet(seed: 2, now: world.now)
        let attested = try await wallet.attested(in: world)
        let first = try await register(attested, in: world)
        #expect(try await register(attested, in: world).txId == first.txId)
        await #expect(throws: Refusal.tas(17501)) { _ = try await register(attested, in: world, id: "2") }
        await world.stop()
    }

    @Test(
        "a wallet cannot register a provider's DID, or a DID of another method",
        arguments: ["did:omn:usurper", "did:omn:issuer2", "did:web:bank.example", "did:omn:0OIl0OIl0OIl0OIl0OIl0OIl"])
    func foreign(id: String) async throws {
        let world = try await TrustAgentWorld()
        var wallet = try TestWallet(seed: 2, now: world.now)
        wallet.device.id = id
        let proven = try await wallet.proven(wallet.device, as: .device, keys: wallet.deviceKeys, at: world.now)
        await #expect(throws: (any Error).self) { _ = try await wallet.attested(in: world) }
        let own = try await TestWallet(seed: 3, now: world.now).attested(in: world)
        var squatted = own
        squatted.ownerDidDoc = try MultibaseEnvelope.seal(proven)
        await #expect(throws: Refusal.tas(12006)) { _ = try await register(squatted, in: world) }
        #expect(try await world.resolve(id) == nil)
        await world.stop()
    }

    @Test("a document that the wallet provider did not attest is refused")
    func altered() async throws {
        let world = try await TrustAgentWorld()
        let wallet = try TestWallet(seed: 2, now: world.now), other = try TestWallet(seed: 3, now: world.now)
        let attested = try await wallet.attested(in: world)

        var otherID = attested
        otherID.walletId = "WID202411aaaaaaaaaaa"
        await #expect(throws: Refusal.tas(16510)) { _ = try await register(otherID, in: world) }

        var otherDevice = attested
        otherDevice.ownerDidDoc = try MultibaseEnvelope.seal(
            try await other.proven(other.device, as: .device, keys: other.deviceKeys, at: world.now))
        await #expect(throws: Refusal.tas(16510)) { _ = try await register(otherDevice, in: world) }

        var bare = attested
        bare.proof = nil
        await #expect(throws: Refusal.tas(16510)) { _ = try await register(bare, in: world) }

        for walletID in ["", String(repeating: "x", count: 1_025)] {
            var malformed = attested
            malformed.walletId = walletID
            await #expect(throws: Refusal.tas(12004)) { _ = try await register(malformed, in: world) }
        }

        var unreadable = attested
        unreadable.ownerDidDoc = "zzz"
        await #expect(throws: Refusal.tas(12006)) { _ = try await register(unreadable, in: world) }

        #expect(try await world.resolve(wallet.device.id) == nil)
        #expect(try await world.resolve(other.device.id) == nil)
        await world.stop()
    }

    @Test("only an enrolled wallet provider can attest")
    func otherProvider() async throws {
        let world = try await TrustAgentWorld()
        let wallet = try TestWallet(seed: 2, now: world.now)
        let attested = try await wallet.attested(in: world)
        for did in ["did:omn:cas", "did:omn:nobody"] {
            var foreign = attested
            foreign.provider.did = did
            await #expect(throws: Refusal.tas(18510)) { _ = try await register(foreign, in: world) }
        }
        await world.stop()
    }

    @Test("a provider's attestation replaces neither another's nor the device's own proofs")
    func foreignProvider() async throws {
        let world = try await TrustAgentWorld()
        let provider = try await TestProvider.enrolled(
            in: world, did: "did:omn:wallet2", role: .WalletProvider, seed: 7)
        let wallet = try TestWallet(seed: 2, now: world.now)
        let proven = try await wallet.proven(wallet.device, as: .device, keys: wallet.deviceKeys, at: world.now)

        func attest(
            _ document: DIDDocument, as did: String = "did:omn:wallet2", purpose: ProofPurpose = .assertionMethod
        ) async throws -> AttestedDIDDoc {
            try await AttestedDIDDoc(
                owner: document, walletId: "WID202411bbbbbbbbbbb",
                provider: Provider(did: did, certVcRef: provider.certVcRef), nonce: "0a0b"
            )
            .signed(by: provider.request(.assert, for: purpose, at: world.now))
        }

        await #expect(throws: Refusal.tas(12007)) {
            _ = try await register(try await attest(proven, as: "did:omn:wallet"), in: world)
        }
        await #expect(throws: Refusal.tas(16510)) {
            _ = try await register(try await attest(proven, purpose: .authentication), in: world)
        }
        await #expect(throws: Refusal.tas(16516)) {
            _ = try await register(try await attest(proven.withoutProofs), in: world)
        }

        var unsigned = proven
        unsigned.proofs = proven.proofs.map { [$0[0]] }
        await #expect(throws: Refusal.tas(16516)) { _ = try await register(try await attest(unsigned), in: world) }

        var second = proven
        second.versionId = "2"
        await #expect(throws: Refusal.tas(12009)) { _ = try await register(try await attest(second), in: world) }

        var controlled = wallet.device
        controlled.controller = "did:omn:issuer"
        let own = try await wallet.proven(controlled, as: .device, keys: wallet.deviceKeys, at: world.now)
        await #expect(throws: Refusal.tas(12006)) { _ = try await register(try await attest(own), in: world) }

        #expect(try await world.resolve(wallet.device.id) == nil)
        _ = try await register(try await attest(proven), in: world)
        #expect(try await world.resolve(wallet.device.id) != nil)

        // The same device under a second wallet id.
        let again = try await AttestedDIDDoc(
            owner: proven, walletId: "WID202411ccccccccccc",
            provider: Provider(did: provider.document.id, certVcRef: provider.certVcRef),
            nonce: "0a0b"
        )
        .signed(by: provider.request(.assert, for: .assertionMethod, at: world.now))
        await #expect(throws: Refusal.tas(17501)) { _ = try await register(again, in: world) }
        await world.stop()
    }
}
