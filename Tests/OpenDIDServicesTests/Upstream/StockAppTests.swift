import GRDB
import OpenDID_DataModel
@testable import OpenDIDServices
import Testing

@Suite("Upstream's apps at the trust agent")
struct StockAppTests {
    @Test("stock fault 4: an app without push registers an empty token, which is stored as none")
    func emptyPushToken() async throws {
        let world = try await TrustAgentWorld()
        let wallet = try await TestWallet.registered(in: world, seed: 2)
        func send(_ token: String) async throws -> Bool {
            let _: _UpdatePushToken = try await world.send(
                OpenDIDEndpoints.TAS.updatePushToken,
                UpdatePushToken(id: "1", did: wallet.holder.id, appId: wallet.appID, pushToken: token))
            return try await world.services.database.read { rows in
                try Int.fetchOne(rows.sqlite, sql: "SELECT count(*) FROM tas_user WHERE sealed_push_token IS NOT NULL")
                    == 1
            }
        }
        #expect(try await send("token-of-a-phone"))
        #expect(try await !send(""))
        await world.stop()
    }

    @Test("stock fault 6: Android's update agrees on the session's key with the holder's DID")
    func updateByHolder() async throws {
        let world = try await TrustAgentWorld()
        let wallet = try await TestWallet.registered(in: world, seed: 2),
            other = try await TestWallet.registered(in: world, seed: 3)
        world.advance(seconds: 60)
        var edit = DIDDocumentEdit(wallet.holder)
        let bio = TestWallet.key(wallet.chance)
        try edit.add(DIDKeyEntry(.bio, bio.verificationKey))
        let next = try edit.nextVersion(at: world.now)
        func request(_ session: TestWallet.Session, _ auth: DIDAuth) async throws -> RequestUpdateDidDoc {
            RequestUpdateDidDoc(
                id: "1", txId: session.txID, serverToken: session.token, didAuth: auth,
                signedDidDoc: try await wallet.signedDIDDoc(
                    next, at: world.now, keys: wallet.holderKeys.merging([.bio: bio]) { $1 }))
        }
        func send(_ request: RequestUpdateDidDoc) async throws {
            let _: _RequestUpdateDidDoc = try await world.send(OpenDIDEndpoints.TAS.requestUpdateDIDDoc, request)
        }

        // Another holder's key makes no session for this one.
        await #expect(throws: Refusal.tas(17508)) {
            _ = try await other.proposedUpdate(in: world, of: wallet.holder.id, client: .holder)
        }
        let (session, nonce) = try await wallet.proposedUpdate(in: world, client: .holder)
        // The key of the session does not stand for the holder's DIDAuth.
        let foreign = try await request(session, other.didAuth(nonce, at: world.now))
        await #expect(throws: Refusal.tas(16509)) { try await send(foreign) }
        try await send(try await request(session, wallet.didAuth(nonce, at: world.now)))
        #expect(try await world.resolve(wallet.holder.id)?.document == next)
        await world.stop()
    }

    @Test("stock fault 6: Android's restoration agrees on the session's key with an inactive DID")
    func restoreByHolder() async throws {
        let world = try await TrustAgentWorld()
        let wallet = try await TestWallet.registered(in: world, seed: 2)
        let other = try await TestWallet.registered(in: world, seed: 3, user: "user-2")
        let _: OperatorAnswer = try await world.operate(
            OpenDIDEndpoints.TAS.updateDIDDocDeactivated, UpdateDidDocDeactivated(kycTxId: "user-1"))
        let offer: _OfferRestore = try await world.operate(
            OpenDIDEndpoints.TAS.offerRestoreByPush, OfferRestoreByPush(id: "1", did: wallet.holder.id))

        // A DID that is off makes no session for anything else.
        let issuing: _ProposeIssueVc = try await world.send(
            OpenDIDEndpoints.TAS.proposeIssueVC,
            ProposeIssueVc(id: "1", vcPlanId: TrustAgentWorld.planID, issuer: "did:omn:issuer"))
        await #expect(throws: Refusal.tas(16510)) { _ = try await wallet.agree(in: world, issuing.txId, .holder) }

        let (session, nonce) = try await wallet.proposedRestore(in: world, offer: offer.offerId, client: .holder)
        func send(_ auth: DIDAuth) async throws {
            let _: _RequestRestoreDidDoc = try await world.send(
                OpenDIDEndpoints.TAS.requestRestoreDIDDoc,
                RequestRestoreDidDoc(id: "1", txId: session.txID, serverToken: session.token, didAuth: auth))
        }
        let foreign = try await other.didAuth(nonce, at: world.now)
        await #expect(throws: Refusal.tas(16509)) { try await send(foreign) }
        try await send(try await wallet.didAuth(nonce, at: world.now))
        #expect(try await world.resolve(wallet.holder.id)?.status == .activated)
        await world.stop()
    }
}
