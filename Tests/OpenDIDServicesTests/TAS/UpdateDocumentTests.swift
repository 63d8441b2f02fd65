import HeraldKeys
import OpenDID_DataModel
import OpenDIDServices
import Testing

@Suite("The trust agent registers the next version of a DID document, M141 (OpenDID sheet 5.11)")
struct UpdateDocumentTests {
    /// A wallet with the next version of its holder's document, which has a key for biometrics.
    private struct Updating {
        let wallet: TestWallet
        let keys: [DIDKeyName: SigningKey]
        let next: DIDDocument

        init(_ wallet: TestWallet, at now: UTCInstant) throws {
            var edit = DIDDocumentEdit(wallet.holder)
            let bio = TestWallet.key(wallet.chance)
            try edit.add(DIDKeyEntry(.bio, bio.verificationKey))
            self.wallet = wallet
            keys = wallet.holderKeys.merging([.bio: bio]) { $1 }
            next = try edit.nextVersion(at: now)
        }

        func request(
            _ session: TestWallet.Session, _ nonce: String, document: DIDDocument? = nil, auth: DIDAuth? = nil,
            at now: UTCInstant
        ) async throws -> RequestUpdateDidDoc {
            let envelope = try await wallet.signedDIDDoc(document ?? next, at: now, keys: keys)
            let didAuth: DIDAuth = if let auth { auth } else { try await wallet.didAuth(nonce, at: now) }
            return RequestUpdateDidDoc(
                id: wallet.messageID(), txId: session.txID, serverToken: session.token, didAuth: didAuth,
                signedDidDoc: envelope)
        }
    }

    private func send(_ request: RequestUpdateDidDoc, in world: TrustAgentWorld) async throws {
        let _: _RequestUpdateDidDoc = try await world.send(OpenDIDEndpoints.TAS.requestUpdateDIDDoc, request)
    }

    @Test("both versions can be read afterwards, and the new key is valid")
    func updated() async throws {
        let world = try await TrustAgentWorld()
        var wallet = try await TestWallet.registered(in: world, seed: 2)
        world.advance(seconds: 60)
        let updating = try Updating(wallet, at: world.now)
        let (session, nonce) = try await wallet.proposedUpdate(in: world)
        let request = try await updating.request(session, nonce, at: world.now)
        try await send(request, in: world)
        try await send(request, in: world)
        let _: _ConfirmUpdateDidDoc = try await world.send(
            OpenDIDEndpoints.TAS.confirmUpdateDIDDoc,
            ConfirmUpdateDidDoc(id: "1", txId: session.txID, serverToken: session.token))
        #expect(try await world.resolve(wallet.holder.id)?.document == updating.next)
        #expect(try await world.resolve(wallet.holder.id, version: "1")?.document == wallet.holder)

        // The next update is authorised with the key that came with this one.
        wallet.holder = updating.next
        wallet.holderKeys = updating.keys
        world.advance(seconds: 60)
        var edit = DIDDocumentEdit(wallet.holder)
        try edit.removeKey(named: "pin")
        let third = try edit.nextVersion(at: world.now)
        let (again, nextNonce) = try await wallet.proposedUpdate(in: world)
        try await send(
            RequestUpdateDidDoc(
                id: "1", txId: again.txID, serverToken: again.token,
                didAuth: try await wallet.didAuth(nextNonce, key: .bio, at: world.now),
                signedDidDoc: try await wallet.signedDIDDoc(third, at: world.now)),
            in: world)
        #expect(try await world.resolve(wallet.holder.id)?.document.versionId == "3")
        await world.stop()
    }

    @Test("DIDAuth may name the version that is not registered yet, with a registered key")
    func upcomingVersion() async throws {
        let world = try await TrustAgentWorld()
        let wallet = try await TestWallet.registered(in: world, seed: 2)
        world.advance(seconds: 60)
        let updating = try Updating(wallet, at: world.now)
        let (session, nonce) = try await wallet.proposedUpdate(in: world)

        func auth(_ version: String, _ key: DIDKeyName) async throws -> DIDAuth {
            guard let signer = updating.keys[key] else { throw TestWalletError.noKey(key) }
            return try await DIDAuth(did: wallet.holder.id, authNonce: nonce).signed(
                by: ProofRequest(
                    signer: signer, verificationMethod: "\(wallet.holder.id)?versionId=\(version)#\(key.rawValue)",
                    purpose: .authentication,
                    created: world.now))
        }
        for (version, key) in [("3", DIDKeyName.pin), ("2", .bio)] {
            let refused = try await updating.request(session, nonce, auth: auth(version, key), at: world.now)
            await #expect(throws: Refusal.tas(16511), "version \(version), \(key)") {
                try await send(refused, in: world)
            }
        }
        let request = try await updating.request(session, nonce, auth: auth("2", .pin), at: world.now)
        try await send(request, in: world)
        await world.stop()
    }

    @Test("each forbidden change of the document has its code, and the registry does not change")
    func documents() async throws {
        let world = try await TrustAgentWorld()
        let wallet = try await TestWallet.registered(in: world, seed: 2),
            other = try await TestWallet.registered(in: world, seed: 3)
        world.advance(seconds: 60)
        let updating = try Updating(wallet, at: world.now)
        let (session, nonce) = try await wallet.proposedUpdate(in: world)
        let now = world.now

        func changed(_ change: (inout DIDDocument) -> Void) -> DIDDocument {
            var document = updating.next
            change(&document)
            return document
        }
        let cases: [(String, DIDDocument, Int)] = [
            ("version skipped", changed { $0.versionId = "3" }, 12009),
            ("version kept", changed { $0.versionId = "1" }, 12009),
            ("not later", changed { $0.updated = wallet.holder.updated }, 18006),
            ("context", changed { $0.context.append("https://example.org") }, 18007),
            ("another first context", changed { $0.context = ["https://www.w3.org/ns/did/v2"] }, 18007),
            ("controller", changed { $0.controller = "did:omn:issuer" }, 18009),
            ("created", changed { $0.created = now.text }, 18014),
            ("deactivated", changed { $0.deactivated = true }, 18015),
        ]
        for (name, document, code) in cases {
            let request = try await updating.request(session, nonce, document: document, at: now)
            await #expect(throws: Refusal.tas(code), "\(name)") { try await send(request, in: world) }
        }
        // Another user's document.
        let foreign = try await wallet.signedDIDDoc(other.holder, at: now, keys: other.holderKeys)
        let request = RequestUpdateDidDoc(
            id: "1", txId: session.txID, serverToken: session.token, didAuth: try await wallet.didAuth(nonce, at: now),
            signedDidDoc: foreign)
        await #expect(throws: Refusal.tas(18018)) { try await send(request, in: world) }
        // Without the proofs of its keys.
        let bare = try await SignedDIDDoc(owner: updating.next, wallet: wallet.wallet, nonce: wallet.nonce())
            .signed(by: wallet.request(.device, .assert, for: .assertionMethod, at: now))
        let unproven = RequestUpdateDidDoc(
            id: "1", txId: session.txID, serverToken: session.token, didAuth: try await wallet.didAuth(nonce, at: now),
            signedDidDoc: bare)
        await #expect(throws: Refusal.tas(16516)) { try await send(unproven, in: world) }
        #expect(try await world.resolve(wallet.holder.id)?.document == wallet.holder)
        try await send(try await updating.request(session, nonce, at: now), in: world)
        await world.stop()
    }

    @Test("each fault of DIDAuth has its code")
    func authentication() async throws {
        let world = try await TrustAgentWorld()
        let wallet = try await TestWallet.registered(in: world, seed: 2),
            other = try await TestWallet.registered(in: world, seed: 3)
        world.advance(seconds: 60)
        let updating = try Updating(wallet, at: world.now)
        let (session, nonce) = try await wallet.proposedUpdate(in: world)
        let now = world.now
        let good = try await wallet.didAuth(nonce, at: now)
        var altered = good
        altered.proof?.created = now.advanced(by: .seconds(1)).text
        var unproven = good
        unproven.proof = nil
        var borrowed = good
        borrowed.did = other.holder.id
        let otherPurpose = try await DIDAuth(did: wallet.holder.id, authNonce: nonce)
            .signed(by: wallet.request(.holder, .pin, for: .assertionMethod, at: now))
        let otherKey = try await DIDAuth(did: wallet.holder.id, authNonce: nonce)
            .signed(by: wallet.request(.holder, .keyagree, for: .authentication, at: now))
        let cases: [(String, DIDAuth, Int)] = [
            ("another nonce", try await wallet.didAuth(wallet.nonce(), at: now), 16520),
            ("no nonce", try await wallet.didAuth("", at: now), 16520),
            ("altered", altered, 16510), ("unproven", unproven, 16509), ("another DID", borrowed, 16509),
            ("another user", try await other.didAuth(nonce, at: now), 16509),
            ("another purpose", otherPurpose, 16510), ("a key for something else", otherKey, 16510),
        ]
        for (name, auth, code) in cases {
            let request = try await updating.request(session, nonce, auth: auth, at: now)
            await #expect(throws: Refusal.tas(code), "\(name)") { try await send(request, in: world) }
        }
        await world.stop()
    }

    @Test("only the user's own wallet can update the user's document")
    func owners() async throws {
        let world = try await TrustAgentWorld()
        let wallet = try await TestWallet.registered(in: world, seed: 2),
            other = try await TestWallet.registered(in: world, seed: 3)
        world.advance(seconds: 60)
        await #expect(throws: Refusal.tas(17002)) {
            _ = try await wallet.proposedUpdate(in: world, of: wallet.device.id)
        }

        // Another registered wallet opens the transaction for this user's DID.
        let updating = try Updating(wallet, at: world.now)
        let (session, nonce) = try await other.proposedUpdate(in: world, of: wallet.holder.id)
        await #expect(throws: Refusal.tas(17005)) {
            try await send(try await updating.request(session, nonce, at: world.now), in: world)
        }

        // With the user's app id the wallet is still another one.
        let disguised = try TestWallet(copying: other, appID: wallet.appID)
        let (again, second) = try await disguised.proposedUpdate(in: world, of: wallet.holder.id)
        await #expect(throws: Refusal.tas(17508)) {
            try await send(try await updating.request(again, second, at: world.now), in: world)
        }
        #expect(try await world.resolve(wallet.holder.id)?.document == wallet.holder)
        await world.stop()
    }

    @Test("a deactivated user is refused, even if that happens during the protocol")
    func deactivated() async throws {
        let world = try await TrustAgentWorld()
        let wallet = try await TestWallet.registered(in: world, seed: 2)
        world.advance(seconds: 60)
        let updating = try Updating(wallet, at: world.now)
        let (session, nonce) = try await wallet.proposedUpdate(in: world)
        let _: OperatorAnswer = try await world.operate(
            OpenDIDEndpoints.TAS.updateDIDDocDeactivated, UpdateDidDocDeactivated(kycTxId: "user-1"))
        await #expect(throws: Refusal.tas(17003)) {
            try await send(try await updating.request(session, nonce, at: world.now), in: world)
        }
        await #expect(throws: Refusal.tas(17003)) { _ = try await wallet.proposedUpdate(in: world) }
        await world.stop()
    }
}
