import HeraldKeys
import OpenDID_DataModel
import OpenDIDServices
import Testing

@Suite("The trust agent enrols providers (OpenDID sheet 5.12)")
struct EnrolmentEndpointTests {
    @Test("a provider gets a valid certificate, and a new one revokes the former")
    func enrolled() async throws {
        let world = try await TrustAgentWorld()
        let provider = try TestProvider(did: "did:omn:issuer2", role: .Issuer, seed: 5, now: world.now)
        try await provider.announce(in: world)
        let first = try await provider.enrol(in: world)
        let policy = VerificationPolicy.certificate(
            of: "did:omn:issuer2", role: .Issuer, issuers: ["did:omn:tas"], statuses: world.services.registry)
        func holds(_ certificate: VerifiableCredential) async throws -> Bool {
            let report = try await policy.verify(certificate, at: world.now, resolver: world.services.registry)
            return report.isValid
        }
        #expect(try await holds(first))
        let second = try await provider.enrol(in: world)
        #expect(try await holds(second))
        #expect(try await holds(first) == false)
        await world.stop()
    }

    @Test("a certificate is valid after its confirmation, and only its own provider can confirm it")
    func confirmed() async throws {
        let world = try await TrustAgentWorld()
        let provider = try TestProvider(did: "did:omn:issuer2", role: .Issuer, seed: 5, now: world.now)
        try await provider.announce(in: world)
        let (opened, _) = try await provider.session(in: world)
        let _: _RequestEnrollEntity = try await world.send(
            OpenDIDEndpoints.TAS.requestEnrolEntity,
            RequestEnrollEntity(
                id: "1", txId: opened.txId, didAuth: try await provider.didAuth(opened.authNonce, at: world.now)))
        await #expect(throws: Refusal.tas(18500)) {
            let _: _ConfirmEnrollEntity = try await world.send(
                OpenDIDEndpoints.TAS.confirmEnrolEntity,
                ConfirmEnrollEntity(id: "1", txId: opened.txId, vcId: "nothing"))
        }
        #expect(try await world.services.registry.provider("did:omn:issuer2")?.isEnrolled == false)
        await world.stop()
    }

    @Test("only one of many certificates that are confirmed at once stays valid")
    func confirmedTogether() async throws {
        let world = try await TrustAgentWorld()
        let provider = try TestProvider(did: "did:omn:issuer2", role: .Issuer, seed: 5, now: world.now)
        try await provider.announce(in: world)
        var certified: [(txID: String, certificate: VerifiableCredential)] = []
        for _ in 0..<8 { certified.append(try await provider.certified(in: world)) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (txID, certificate) in certified {
                group.addTask {
                    let _: _ConfirmEnrollEntity = try await world.send(
                        OpenDIDEndpoints.TAS.confirmEnrolEntity,
                        ConfirmEnrollEntity(id: "4", txId: txID, vcId: certificate.id))
                }
            }
            try await group.waitForAll()
        }
        var active: [String] = []
        for (_, certificate) in certified
        where try await world.services.registry.standing(ofCredential: certificate.id)?.status == .ACTIVE {
            active.append(certificate.id)
        }
        let own = try #require(try await world.services.registry.provider("did:omn:issuer2")?.certificate)
        #expect(active == [try VerifiableCredential(jsonBytes: own).id])
        await world.stop()
    }

    @Test("a server that is not announced, or does not control the DID, gets no certificate")
    func strangers() async throws {
        let world = try await TrustAgentWorld()
        let provider = try TestProvider(did: "did:omn:issuer2", role: .Issuer, seed: 5, now: world.now)
        await #expect(throws: Refusal.tas(16510)) { _ = try await provider.session(in: world) }
        try await provider.announce(in: world)
        let other = try await TestProvider.enrolled(in: world, did: "did:omn:issuer3", role: .Issuer, seed: 6)
        let (opened, _) = try await provider.session(in: world)

        func request(_ auth: DIDAuth) async throws {
            let _: _RequestEnrollEntity = try await world.send(
                OpenDIDEndpoints.TAS.requestEnrolEntity, RequestEnrollEntity(id: "1", txId: opened.txId, didAuth: auth))
        }
        let now = world.now
        await #expect(throws: Refusal.tas(16509)) {
            try await request(try await other.didAuth(opened.authNonce, at: now))
        }
        await #expect(throws: Refusal.tas(16520)) { try await request(try await provider.didAuth("zzz", at: now)) }
        let wrongKey = try await DIDAuth(did: provider.document.id, authNonce: opened.authNonce)
            .signed(by: provider.request(.assert, for: .authentication, at: now))
        await #expect(throws: Refusal.tas(16510)) { try await request(wrongKey) }
        // A wallet's device controls its DID, but is no provider.
        let wallet = try await TestWallet.created(in: world, seed: 2)
        let proposed: _ProposeEnrollEntity = try await world.send(
            OpenDIDEndpoints.TAS.proposeEnrolEntity, ProposeEnrollEntity(id: "1"))
        _ = try await wallet.agree(in: world, proposed.txId, .device)
        let auth = try await DIDAuth(did: wallet.device.id, authNonce: proposed.authNonce)
            .signed(by: wallet.request(.device, .auth, for: .authentication, at: now))
        await #expect(throws: Refusal.tas(12007)) {
            let _: _RequestEnrollEntity = try await world.send(
                OpenDIDEndpoints.TAS.requestEnrolEntity,
                RequestEnrollEntity(id: "1", txId: proposed.txId, didAuth: auth))
        }
        await world.stop()
    }
}
