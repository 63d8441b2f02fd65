import HeraldKeys
import OpenDID_DataModel
import OpenDIDServices
import Testing

@Suite("The trust agent forwards a credential, M210 (OpenDID sheet 5.7)")
struct IssueCredentialTests {
    @Test("the holder gets a credential about itself, and the registry has it")
    func issued() async throws {
        let world = try await TrustAgentWorld()
        let wallet = try await TestWallet.registered(in: world, seed: 2)
        let credential = try await wallet.issued(in: world)
        #expect(credential.credentialSubject.id == wallet.holder.id)
        #expect(credential.credentialSubject.claims.map(\.value) == ["Family 1", "Given 1"])
        #expect(try await world.services.registry.standing(ofCredential: credential.id)?.status == .ACTIVE)
        await world.stop()
    }

    @Test("only an enrolled issuer is called, and its own refusals are passed on")
    func issuers() async throws {
        let world = try await TrustAgentWorld()
        let wallet = try await TestWallet.registered(in: world, seed: 2)
        func propose(_ issuer: String, plan: String = TrustAgentWorld.planID, offer: String? = nil) async throws {
            let _: _ProposeIssueVc = try await world.send(
                OpenDIDEndpoints.TAS.proposeIssueVC,
                ProposeIssueVc(id: wallet.messageID(), vcPlanId: plan, issuer: issuer, offerId: offer))
        }
        let late = try TestProvider(did: "did:omn:issuer2", role: .Issuer, seed: 9, now: world.now)
        try await late.announce(in: world)
        await #expect(throws: Refusal.tas(14000, 500)) { try await propose("") }
        await #expect(throws: Refusal.tas(14000, 500)) { try await propose("did:omn:nobody") }
        await #expect(throws: Refusal.tas(14002)) { try await propose("did:omn:issuer2") }
        await #expect(throws: Refusal.tas(14001)) { try await propose("did:omn:verifier") }
        await #expect(throws: Refusal("SSRVISS00202")) {
            try await propose("did:omn:issuer", plan: "vcplanid999999999999")
        }
        await #expect(throws: Refusal("SSRVISS00200")) { try await propose("did:omn:issuer", offer: "nothing") }
        await world.stop()
    }

    @Test(
        "a holder without a user, a deactivated one, and one with another wallet or app are refused before the issuer is called"
    )
    func users() async throws {
        let world = try await TrustAgentWorld()
        let wallet = try await TestWallet.registered(in: world, seed: 2)
        let other = try await TestWallet.registered(in: world, seed: 3, user: "user-2")

        // The device agrees on the session where the holder should.
        let opened: _ProposeIssueVc = try await world.send(
            OpenDIDEndpoints.TAS.proposeIssueVC,
            ProposeIssueVc(id: "1", vcPlanId: TrustAgentWorld.planID, issuer: "did:omn:issuer"))
        let session = try await wallet.session(in: world, opened.txId, .device, .ISSUE_VC)
        await #expect(throws: Refusal.tas(17002)) {
            let _: _RequestIssueProfile = try await world.send(
                OpenDIDEndpoints.TAS.requestIssueProfile,
                RequestIssueProfile(id: "1", txId: session.txID, serverToken: session.token))
        }
        // A holder with the device of another user, then also with that user's app.
        let mixed = try TestWallet(copying: wallet, device: other)
        await #expect(throws: Refusal.tas(17508)) { _ = try await mixed.profiled(in: world) }
        let app = try TestWallet(copying: wallet, appID: other.appID)
        await #expect(throws: Refusal.tas(17005)) { _ = try await app.profiled(in: world) }

        let _: _UpdateUserStatus = try await world.operate(
            OpenDIDEndpoints.TAS.updateUserStatus, UpdateUserStatus(did: other.holder.id, status: "DEACTIVATED"))
        await #expect(throws: Refusal.tas(16510)) { _ = try await other.profiled(in: world) }
        await world.stop()
    }

    @Test("each fault of DIDAuth has its code")
    func authentication() async throws {
        let world = try await TrustAgentWorld()
        let wallet = try await TestWallet.registered(in: world, seed: 2)
        let other = try await TestWallet.registered(in: world, seed: 3, user: "user-2")
        let (session, refID, profile) = try await wallet.profiled(in: world)
        let (good, _) = try await wallet.credentialRequest(in: world, session, refID: refID, profile)
        let (now, unknownKey) = (world.now, TestWallet.key(wallet.chance))
        let cases: [(String, DIDAuth, Int)] = [
            ("another nonce", try await wallet.didAuth(wallet.nonce(), at: now), 16520),
            ("another user's", try await other.didAuth(profile.authNonce, at: now), 16509),
            (
                "another key",
                try await DIDAuth(did: wallet.holder.id, authNonce: profile.authNonce)
                    .signed(
                        by: TestWallet(copying: wallet, holderKeys: other.holderKeys).request(
                            .holder, .pin, for: .authentication, at: now)), 16510
            ),
            (
                "an unknown key",
                try await DIDAuth(did: wallet.holder.id, authNonce: profile.authNonce)
                    .signed(
                        by: ProofRequest(
                            signer: unknownKey, verificationMethod: "\(wallet.holder.id)?versionId=1#bio",
                            purpose: .authentication, created: now)), 16511
            ),
        ]
        for (name, auth, code) in cases {
            let request = RequestIssueVc(
                id: good.id, txId: good.txId, serverToken: good.serverToken, didAuth: auth, accE2e: good.accE2e,
                encReqVc: good.encReqVc)
            await #expect(throws: Refusal.tas(code), "\(name)") {
                let _: _RequestIssueVc = try await world.send(OpenDIDEndpoints.TAS.requestIssueVC, request)
            }
        }
        let first: _RequestIssueVc = try await world.send(OpenDIDEndpoints.TAS.requestIssueVC, good)
        let again: _RequestIssueVc = try await world.send(OpenDIDEndpoints.TAS.requestIssueVC, good)
        #expect(first == again)
        await world.stop()
    }

    @Test("an issuer's refusal is passed on with its code")
    func relayed() async throws {
        let world = try await TrustAgentWorld()
        let wallet = try await TestWallet.registered(in: world, seed: 2)
        let (session, refID, profile) = try await wallet.profiled(in: world)
        var (request, _) = try await wallet.credentialRequest(in: world, session, refID: refID, profile)
        request.encReqVc = Multibase.encode([UInt8](repeating: 7, count: 64), as: .base64)
        let broken = request
        await #expect {
            let _: _RequestIssueVc = try await world.send(OpenDIDEndpoints.TAS.requestIssueVC, broken)
        } throws: { error in
            (error as? Refusal).map { $0.code.hasPrefix("SSRVISS") && $0.status == 400 } ?? false
        }
        await world.stop()
    }

    @Test("only the issued credential can be confirmed")
    func confirmation() async throws {
        let world = try await TrustAgentWorld()
        let wallet = try await TestWallet.registered(in: world, seed: 2)
        let other = try await TestWallet.registered(in: world, seed: 3, user: "user-2")
        let foreign = try await other.issued(in: world)
        let (session, refID, profile) = try await wallet.profiled(in: world)
        let (request, _) = try await wallet.credentialRequest(in: world, session, refID: refID, profile)
        let _: _RequestIssueVc = try await world.send(OpenDIDEndpoints.TAS.requestIssueVC, request)
        for id in ["nothing", foreign.id] {
            await #expect(throws: Refusal.tas(18500)) {
                let _: _ConfirmIssueVc = try await world.send(
                    OpenDIDEndpoints.TAS.confirmIssueVC,
                    ConfirmIssueVc(id: "1", txId: session.txID, serverToken: session.token, vcId: id))
            }
        }
        await world.stop()
    }
}
