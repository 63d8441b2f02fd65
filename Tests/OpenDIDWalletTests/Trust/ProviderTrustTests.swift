import HeraldP256
import OpenDID_DataModel
import Synchronization
import Testing

@testable import OpenDIDWallet

@Suite("Trust in providers")
struct ProviderTrustTests {
    private func refusal(_ stage: TrustStage, _ trust: GatewayTrust? = nil, role: RoleTypeEnum = .Issuer) async throws
        -> WalletError?
    {
        let trust = try trust ?? stage.trust()
        do {
            try await trust.requireProvider(TrustStage.issuer, role: role, at: TrustStage.now)
            return nil
        } catch {
            return error
        }
    }

    @Test("a provider with an active certificate of the trust agent is trusted, and checked once")
    func good() async throws {
        let stage = try await TrustStage()
        let trust = try stage.trust()
        #expect(try await refusal(stage, trust) == nil)
        let asked = stage.asked.count
        #expect(try await refusal(stage, trust) == nil)
        #expect(stage.asked.count == asked)
    }

    @Test("cached data is requested again after its lifetime")
    func lifetime() async throws {
        let stage = try await TrustStage()
        let clock = Mutex(TrustStage.now)
        let trust = try stage.trust(lifetime: .seconds(10)) { clock.withLock { $0 } }
        #expect(try await refusal(stage, trust) == nil)
        let asked = stage.asked.count
        clock.withLock { $0 = $0.advanced(by: .seconds(11)) }
        #expect(try await refusal(stage, trust) == nil)
        #expect(stage.asked.count == 2 * asked)
    }

    @Test("a certificate for another role is refused")
    func role() async throws {
        let stage = try await TrustStage(role: .Verifier)
        let error = try await refusal(stage)
        #expect(error?.code == .certificate && error?.upstreamCode == "MSDKWLT05006")
    }

    @Test("a certificate of another provider is refused")
    func subject() async throws {
        let stage = try await TrustStage(subject: "did:omn:other")
        let error = try await refusal(stage)
        #expect(error?.code == .didMismatch)
        #expect(error?.upstreamCode == "MSDKWLT05052")
    }

    @Test("a certificate that the trust agent did not sign is refused")
    func signature() async throws {
        let stage = try await TrustStage(signedBy: .p256(P256PrivateKey()))
        let error = try await refusal(stage)
        #expect(error?.code == .certificate && error?.upstreamCode == "MSDKWLT05007")
    }

    @Test("a trust agent without its assert key fails the check")
    func missingKey() async throws {
        let stage = try await TrustStage()
        try stage.world.withLock { world in
            world.documents["did:omn:tas"] = try DIDDocument(
                did: DID("did:omn:tas"), controller: "did:omn:tas",
                keys: [DIDKeyEntry(.auth, SigningKey.p256(P256PrivateKey()).verificationKey)], created: TrustStage.now)
        }
        #expect(try await refusal(stage)?.code == .certificate)
    }

    @Test(
        "a certificate that is revoked, inactive or not in the registry is refused",
        arguments: [VCStatusEnum.REVOKED, .INACTIVE, nil])
    func status(_ status: VCStatusEnum?) async throws {
        let stage = try await TrustStage()
        stage.world.withLock { world in
            for id in world.statuses.keys {
                if let status { world.statuses[id]?.status = status } else { world.statuses[id] = nil }
            }
        }
        #expect(try await refusal(stage)?.code == .certificate)
    }

    @Test("a certificate of another trust agent than the configured one is refused")
    func issuer() async throws {
        let stage = try await TrustStage()
        let trust = GatewayTrust(
            anchors: TrustAnchors(tas: "did:omn:other"), addresses: try stage.addresses(), transport: stage,
            now: { TrustStage.now })
        #expect(try await refusal(stage, trust)?.code == .certificate)
    }

    @Test("a pinned key detects a gateway that replaces the trust agent's keys")
    func pinned() async throws {
        let stage = try await TrustStage()
        #expect(try await refusal(stage, try stage.trust(pinned: [stage.tasKey.verificationKey])) == nil)
        let stranger = SigningKey.p256(P256PrivateKey()).verificationKey
        #expect(try await refusal(stage, try stage.trust(pinned: [stranger]))?.code == .certificate)
    }

    @Test("a certificate at an unconfigured host is not fetched")
    func host() async throws {
        let stage = try await TrustStage()
        let elsewhere = Provider(did: "did:omn:issuer", certVcRef: "http://evil.example/certificate-vc")
        let trust = try stage.trust()
        let error = await #expect(throws: WalletError.self) {
            try await trust.requireProvider(elsewhere, role: .Issuer, at: TrustStage.now)
        }
        #expect(error?.code == .certificate)
        #expect(stage.asked.isEmpty)
    }

    @Test("a failure is not cached, and a silent registry is distinguished from a refusal")
    func down() async throws {
        let stage = try await TrustStage()
        let trust = try stage.trust()
        stage.world.withLock { $0.isDown = true }
        #expect(try await refusal(stage, trust)?.code == .transport)
        stage.world.withLock { $0.isDown = false }
        #expect(try await refusal(stage, trust) == nil)
    }

    @Test("a check that fails with a cached document is repeated with a fresh one")
    func rotation() async throws {
        let stage = try await TrustStage()
        let trust = try stage.trust()
        // The registry's old document is remembered; then the provider gets a new key, which a key that stays vouches for.
        let oldKey = SigningKey.p256(P256PrivateKey()), newKey = SigningKey.p256(P256PrivateKey()),
            other = SigningKey.p256(P256PrivateKey())
        let old = try await AppProvider(assert: oldKey, auth: other),
            new = try await AppProvider(assert: newKey, auth: other, version: 2)
        stage.show(old)
        try await trust.check(try await old.signed(), .standard(for: .attestedAppInfo), field: "", at: TrustStage.now)
        stage.show(new)
        try await trust.check(try await new.signed(), .standard(for: .attestedAppInfo), field: "", at: TrustStage.now)
        await #expect(throws: WalletError.self) {
            try await trust.check(
                try await old.signed(), .standard(for: .attestedAppInfo), field: "", at: TrustStage.now)
        }
    }
}
