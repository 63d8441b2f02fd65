import HeraldKeys
import OpenDID_DataModel
import OpenDIDServices
import Testing

@Suite("Key URLs in the form of upstream's apps")
struct StockKeyVersionTests {
    private func send(_ request: RequestUpdateDidDoc, in world: TrustAgentWorld) async throws {
        let _: _RequestUpdateDidDoc = try await world.send(OpenDIDEndpoints.TAS.requestUpdateDIDDoc, request)
    }

    /// The next version of a document with proofs that name version 1, as Android makes them.
    private func envelope(
        _ next: DIDDocument, of wallet: TestWallet, keys: [DIDKeyName: SigningKey], at now: UTCInstant
    ) async throws -> SignedDIDDoc {
        let requests = keys.filter { $0.key != .keyagree }.map { name, signer in
            ProofRequest(
                signer: signer, verificationMethod: "\(next.id)?versionId=1#\(name.rawValue)",
                purpose: .assertionMethod, created: now)
        }
        return try await SignedDIDDoc(
            owner: try await next.signed(by: requests), wallet: wallet.wallet, nonce: wallet.nonce()
        )
        .signed(by: wallet.request(.device, .assert, for: .assertionMethod, at: now))
    }

    @Test(
        "a wallet that always names version 1 updates its document, and the new key authorises the next update"
    )
    func alwaysVersionOne() async throws {
        let world = try await TrustAgentWorld()
        var wallet = try await TestWallet.registered(in: world, seed: 2)
        world.advance(seconds: 60)
        var edit = DIDDocumentEdit(wallet.holder)
        let bio = TestWallet.key(wallet.chance)
        try edit.add(DIDKeyEntry(.bio, bio.verificationKey))
        let next = try edit.nextVersion(at: world.now)
        let keys = wallet.holderKeys.merging([.bio: bio]) { $1 }

        let (session, nonce) = try await wallet.proposedUpdate(in: world, client: .holder)
        try await send(
            RequestUpdateDidDoc(
                id: "1", txId: session.txID, serverToken: session.token,
                didAuth: try await wallet.didAuth(nonce, at: world.now),
                signedDidDoc: try await envelope(next, of: wallet, keys: keys, at: world.now)),
            in: world)
        #expect(try await world.resolve(wallet.holder.id)?.document == next)

        // The wallet's own copy stays at version 1, which has no such key.
        wallet.holderKeys = keys
        world.advance(seconds: 60)
        edit = DIDDocumentEdit(next)
        try edit.removeKey(named: "bio")
        let third = try edit.nextVersion(at: world.now)
        let (again, nextNonce) = try await wallet.proposedUpdate(in: world, client: .holder)
        try await send(
            RequestUpdateDidDoc(
                id: "1", txId: again.txID, serverToken: again.token,
                didAuth: try await wallet.didAuth(nextNonce, key: .bio, at: world.now),
                signedDidDoc: try await envelope(third, of: wallet, keys: keys.filter { $0.key != .bio }, at: world.now)
            ),
            in: world)
        #expect(try await world.resolve(wallet.holder.id)?.document == third)

        // Gone from the newest version, it authorises nothing any more.
        world.advance(seconds: 60)
        let (last, lastNonce) = try await wallet.proposedUpdate(in: world, client: .holder)
        let late = RequestUpdateDidDoc(
            id: "1", txId: last.txID, serverToken: last.token,
            didAuth: try await wallet.didAuth(lastNonce, key: .bio, at: world.now),
            signedDidDoc: try await envelope(third, of: wallet, keys: keys, at: world.now))
        await #expect(throws: Refusal.tas(16511)) { try await send(late, in: world) }
        await world.stop()
    }
}
