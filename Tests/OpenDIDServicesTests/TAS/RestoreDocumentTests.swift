import HeraldKeys
import OpenDID_DataModel
import OpenDIDServices
import Testing

@Suite("The trust agent restores a DID, M142 (OpenDID sheet 5.10)")
struct RestoreDocumentTests {
    private func deactivate(in world: TrustAgentWorld) async throws {
        let _: OperatorAnswer = try await world.operate(
            OpenDIDEndpoints.TAS.updateDIDDocDeactivated, UpdateDidDocDeactivated(kycTxId: "user-1"))
    }

    private func offer(to wallet: TestWallet, in world: TrustAgentWorld) async throws -> String {
        let answer: _OfferRestore = try await world.operate(
            OpenDIDEndpoints.TAS.offerRestoreByPush, OfferRestoreByPush(id: "1", did: wallet.holder.id))
        return answer.offerId
    }

    private func send(_ wallet: TestWallet, _ session: TestWallet.Session, _ auth: DIDAuth, in world: TrustAgentWorld)
        async throws
    {
        let _: _RequestRestoreDidDoc = try await world.send(
            OpenDIDEndpoints.TAS.requestRestoreDIDDoc,
            RequestRestoreDidDoc(id: "1", txId: session.txID, serverToken: session.token, didAuth: auth))
    }

    @Test("the DID is active again in the same version, and its offers are used up")
    func restored() async throws {
        let world = try await TrustAgentWorld()
        let wallet = try await TestWallet.registered(in: world, seed: 2)
        try await deactivate(in: world)
        let off = try #require(try await world.resolve(wallet.holder.id))
        #expect(off.status == .deactivated && off.document.deactivated)
        let offerID = try await offer(to: wallet, in: world), spare = try await offer(to: wallet, in: world)
        let (session, nonce) = try await wallet.proposedRestore(in: world, offer: offerID)
        let (late, lateNonce) = try await wallet.proposedRestore(in: world, offer: spare)
        try await send(wallet, session, try await wallet.didAuth(nonce, at: world.now), in: world)
        let _: _ConfirmRestoreDidDoc = try await world.send(
            OpenDIDEndpoints.TAS.confirmRestoreDIDDoc,
            ConfirmRestoreDidDoc(id: "1", txId: session.txID, serverToken: session.token))
        let on = try #require(try await world.resolve(wallet.holder.id))
        #expect(on.status == .activated && on.document == wallet.holder)

        await #expect(throws: Refusal.tas(17014)) {
            try await send(wallet, late, try await wallet.didAuth(lateNonce, at: world.now), in: world)
        }
        try await deactivate(in: world)
        await #expect(throws: Refusal.tas(11001)) { _ = try await wallet.proposedRestore(in: world, offer: offerID) }
        await #expect(throws: Refusal.tas(11001)) {
            try await send(wallet, late, try await wallet.didAuth(lateNonce, at: world.now), in: world)
        }
        await world.stop()
    }

    @Test("each fault has its code, and the DID stays inactive")
    func faults() async throws {
        let world = try await TrustAgentWorld()
        let wallet = try await TestWallet.registered(in: world, seed: 2)
        let other = try await TestWallet.registered(in: world, seed: 3, user: "user-2")
        await #expect(throws: Refusal.tas(17014)) { _ = try await offer(to: wallet, in: world) }
        try await deactivate(in: world)
        let offerID = try await offer(to: wallet, in: world)
        await #expect(throws: Refusal.tas(11001)) { _ = try await wallet.proposedRestore(in: world, offer: "nothing") }
        await #expect(throws: Refusal.tas(12011)) { _ = try await other.proposedRestore(in: world, offer: offerID) }

        let (session, nonce) = try await wallet.proposedRestore(in: world, offer: offerID)
        let now = world.now
        let cases: [(String, DIDAuth, Int)] = [
            ("another nonce", try await wallet.didAuth(wallet.nonce(), at: now), 16520),
            ("another user", try await other.didAuth(nonce, at: now), 16509),
            (
                "another key",
                try await DIDAuth(did: wallet.holder.id, authNonce: nonce)
                    .signed(
                        by: TestWallet(copying: wallet, holderKeys: other.holderKeys).request(
                            .holder, .pin, for: .authentication, at: now)), 16510
            ),
        ]
        for (name, auth, code) in cases {
            await #expect(throws: Refusal.tas(code), "\(name)") { try await send(wallet, session, auth, in: world) }
        }

        // Another registered wallet cannot restore it, although it has the offer.
        let opened: _ProposeRestoreDidDoc = try await world.send(
            OpenDIDEndpoints.TAS.proposeRestoreDIDDoc,
            ProposeRestoreDidDoc(id: "1", offerId: offerID, did: wallet.holder.id))
        let foreign = try await other.session(in: world, opened.txId, .device, .RESTORE_DID)
        await #expect(throws: Refusal.tas(17005)) {
            try await send(other, foreign, try await wallet.didAuth(opened.authNonce, at: now), in: world)
        }
        #expect(try await world.resolve(wallet.holder.id)?.status == .deactivated)

        world.advance(seconds: 86_400)
        await #expect(throws: Refusal.tas(11001)) { _ = try await wallet.proposedRestore(in: world, offer: offerID) }
        await world.stop()
    }

    @Test("a revoked DID cannot be restored")
    func revoked() async throws {
        let world = try await TrustAgentWorld()
        let wallet = try await TestWallet.registered(in: world, seed: 2)
        try await deactivate(in: world)
        let offerID = try await offer(to: wallet, in: world)
        let (session, nonce) = try await wallet.proposedRestore(in: world, offer: offerID)
        let _: OperatorAnswer = try await world.operate(
            OpenDIDEndpoints.TAS.updateDIDDocRevoked, UpdateDidDocRevoked(kycTxId: "user-1"))
        await #expect(throws: Refusal.tas(17014)) {
            try await send(wallet, session, try await wallet.didAuth(nonce, at: world.now), in: world)
        }
        #expect(try await world.resolve(wallet.holder.id)?.status == .revoked)
        await world.stop()
    }
}
