import TestSupport
import HeraldJSON
import HeraldKeys
import OpenDID_DataModel
import Testing

@testable import OpenDIDServices

@Suite("Limits of one registered person")
struct PersonTests {
    private static let limits: ServiceLimits = {
        var limits = ServiceLimits.unlimited
        (limits.registrationsPerDay, limits.versionsPerDay, limits.credentialsPerDay) = (2, 3, 2)
        return limits
    }()

    @Test(
        "attack 53: a person registers a limited number of DIDs a day, however many wallets that person has, and the next day the count begins again"
    )
    func registrations() async throws {
        let world = try await TrustAgentWorld(limits: Self.limits)
        for seed in 1...2 as ClosedRange<UInt64> { _ = try await TestWallet.registered(in: world, seed: 10 + seed) }
        await #expect(throws: Refusal.tas(17002)) { _ = try await TestWallet.registered(in: world, seed: 13) }
        _ = try await TestWallet.registered(in: world, seed: 14, user: "user-2")
        world.advance(by: ServiceLimits.day)
        _ = try await TestWallet.registered(in: world, seed: 15)
        await world.stop()
    }

    @Test("attack 53: a DID document gets a limited number of versions a day, and more the next day")
    func versions() async throws {
        let world = try await TrustAgentWorld(limits: Self.limits)
        var wallet = try await TestWallet.registered(in: world, seed: 2)
        func update() async throws {
            world.advance(seconds: 60)
            var edit = DIDDocumentEdit(wallet.holder)
            let bio = TestWallet.key(wallet.chance), hasBio = wallet.holderKeys[.bio] != nil
            if hasBio { try edit.removeKey(named: "bio") } else { try edit.add(DIDKeyEntry(.bio, bio.verificationKey)) }
            let next = try edit.nextVersion(at: world.now)
            var keys = wallet.holderKeys
            keys[.bio] = hasBio ? nil : bio
            let (session, nonce) = try await wallet.proposedUpdate(in: world)
            let _: _RequestUpdateDidDoc = try await world.send(
                OpenDIDEndpoints.TAS.requestUpdateDIDDoc,
                RequestUpdateDidDoc(
                    id: "1", txId: session.txID, serverToken: session.token,
                    didAuth: try await wallet.didAuth(nonce, at: world.now),
                    signedDidDoc: try await wallet.signedDIDDoc(next, at: world.now, keys: keys)))
            (wallet.holder, wallet.holderKeys) = (next, keys)
        }
        for _ in 0..<2 { try await update() }
        await #expect(throws: Refusal.tas(12009)) { try await update() }
        world.advance(by: ServiceLimits.day)
        try await update()
        #expect(try await world.resolve(wallet.holder.id)?.document.versionId == "4")
        await world.stop()
    }

    @Test(
        "attack 53: a person gets a limited number of credentials a day, of all plans together, and more the next day"
    )
    func credentials() async throws {
        let world = try await IssuanceWorld { $0.limits = Self.limits }
        let holder = try await world.holder(1)
        _ = try await IssuanceRun.issued(world, to: holder)
        var early = try await IssuanceRun.profiled(world, to: holder)
        _ = try await IssuanceRun.issued(world, to: holder, plan: TestSchemas.userPlan)
        #expect(try await world.code(OpenDIDEndpoints.Issuer.issueVC, try await early.makeRequest()) == "SSRVISS00302")
        let run = try await IssuanceRun.proposed(world, to: holder)
        #expect(
            try await world.code(OpenDIDEndpoints.Issuer.generateIssueProfile, run.profileRequest) == "SSRVISS00302")
        world.clock.advance(by: ServiceLimits.day)
        _ = try await IssuanceRun.issued(world, to: holder)
    }

    @Test("attack 53: a long request to revoke a credential is not stored for ever")
    func wishes() async throws {
        let world = try await TrustAgentWorld()
        let wallet = try await TestWallet.registered(in: world, seed: 2)
        let credential = try await wallet.issued(in: world)
        let (session, proposal) = try await wallet.proposedRevocation(in: world, of: credential.id)
        func wish(padding: Int) async throws -> RequestRevokeVc {
            var wish = ReqRevokeVc(vcId: credential.id, issuerNonce: proposal.issuerNonce)
            wish.unknownMembers.members["x"] = .string(String(repeating: "a", count: padding))
            return RequestRevokeVc(
                id: wallet.messageID(), txId: session.txID, serverToken: session.token,
                request: try await wish.signed(by: [wallet.request(.holder, .pin, for: .assertionMethod, at: world.now)]
                ))
        }
        await #expect(throws: Refusal("SSRVISS00702")) {
            let _: _RequestRevokeVc = try await world.send(
                OpenDIDEndpoints.TAS.requestRevokeVC, try await wish(padding: 9_000))
        }
        let _: _RequestRevokeVc = try await world.send(
            OpenDIDEndpoints.TAS.requestRevokeVC, try await wish(padding: 4_000))
        await world.stop()
    }
}
