import HeraldJSON
import HeraldKeys
import OpenDID_DataModel
import OpenDIDServices
import Testing

@Suite("Messages with a value that is missing, empty or from another user's message are refused")
struct MutatedMessageTests {
    /// Values that only the sender can distinguish from others: a message's ID is any text (OpenDID sheet 1.4).
    private static let free: Set<String> = ["id exchanged"]

    /// Sends every mutation, then the message itself, which is accepted: none of them has moved the transaction.
    /// - Parameter elsewhere: with which code the message is refused in the other's transaction.
    private func refuseAll<Q: Encodable, R>(
        _ endpoint: ServiceEndpoint<Q, R>, _ good: Q, other: Q, elsewhere: String = "SSRVTRA19003",
        in world: TrustAgentWorld,
        registry: () async throws -> [ResolvedDID?] = { [] }
    ) async throws {
        func tree(_ message: Q) throws -> JSONValue {
            try JSONValue(parsing: try JSONModelEncoder().canonicalBytes(message))
        }
        let before = try await registry()
        let mutations = try MessageMutation.all(of: tree(good), other: tree(other)).filter {
            !Self.free.contains($0.description)
        }
        #expect(mutations.count > 4)
        for mutation in mutations {
            do {
                _ = try await world.bytes(endpoint, mutation.message.serialized())
                Issue.record("\(endpoint.name) took \(mutation)")
            } catch let refusal as Refusal {
                #expect(
                    refusal.code == mutation.expectedCode(transaction: elsewhere),
                    "\(endpoint.name), \(mutation): \(refusal)")
                #expect(
                    refusal.status == 400 || refusal.status == 500 && ["9999", "SSRVTRA12004"].contains(refusal.code))
            }
        }
        #expect(try await registry() == before)
        _ = try await world.bytes(endpoint, try JSONModelEncoder().canonicalBytes(good))
    }

    @Test("wallet registration, session and token")
    func session() async throws {
        let world = try await TrustAgentWorld()
        var one = try TestWallet(seed: 2, now: world.now),
            two = try TestWallet(seed: 3, now: world.now, appID: "AID202411other")
        let attested = try await one.attested(in: world), foreign = try await two.attested(in: world)
        (one.walletID, two.walletID) = (attested.walletId, foreign.walletId)
        let devices = [one.device.id, two.device.id]
        try await refuseAll(
            OpenDIDEndpoints.TAS.requestRegisterWallet, RequestAttestedDIDDoc(id: "1", attestedDidDoc: attested),
            other: RequestAttestedDIDDoc(id: "2", attestedDidDoc: foreign), in: world
        ) {
            var found: [ResolvedDID?] = []
            for did in devices { found.append(try await world.resolve(did)) }
            return found
        }
        let _: _RequestRegisterWallet = try await world.send(
            OpenDIDEndpoints.TAS.requestRegisterWallet, RequestAttestedDIDDoc(id: "2", attestedDidDoc: foreign))

        let first: _ProposeRegisterUser = try await world.send(
            OpenDIDEndpoints.TAS.proposeRegisterUser, ProposeRegisterUser(id: "1"))
        let second: _ProposeRegisterUser = try await world.send(
            OpenDIDEndpoints.TAS.proposeRegisterUser, ProposeRegisterUser(id: "2"))
        let (half, _) = try await one.startSession(.device, at: world.now),
            (otherHalf, _) = try await two.startSession(.device, at: world.now)
        // A whole half in the other's transaction is no fault: the token's wallet tells (below).
        try await refuseAll(
            OpenDIDEndpoints.TAS.requestECDH, RequestEcdh(id: "1", txId: first.txId, reqEcdh: half),
            other: RequestEcdh(id: "2", txId: "4711", reqEcdh: otherHalf), elsewhere: "SSRVTRA16000", in: world)
        let _: _RequestEcdh = try await world.send(
            OpenDIDEndpoints.TAS.requestECDH, RequestEcdh(id: "2", txId: second.txId, reqEcdh: otherHalf))
        try await refuseAll(
            OpenDIDEndpoints.TAS.requestCreateToken,
            RequestCreateToken(id: "1", txId: first.txId, seed: try await one.tokenSeed(in: world, .CREATE_DID)),
            other: RequestCreateToken(
                id: "2", txId: second.txId, seed: try await two.tokenSeed(in: world, .UPDATE_DID)),
            elsewhere: "SSRVTRA17508", in: world)
        await world.stop()
    }

    @Test("registration of a user")
    func registration() async throws {
        let world = try await TrustAgentWorld()
        let one = try await TestWallet.created(in: world, seed: 2),
            two = try await TestWallet.created(in: world, seed: 3)
        let first = try await one.identified(in: world), second = try await two.identified(in: world, user: "user-2")
        try await refuseAll(
            OpenDIDEndpoints.TAS.requestRegisterUser,
            one.requestRegister(first, try await one.signedDIDDoc(one.holder, at: world.now)),
            other: two.requestRegister(second, try await two.signedDIDDoc(two.holder, at: world.now)), in: world
        ) { [try await world.resolve(one.holder.id), try await world.resolve(two.holder.id)] }
        try await refuseAll(
            OpenDIDEndpoints.TAS.confirmRegisterUser,
            ConfirmRegisterUser(id: "1", txId: first.txID, serverToken: first.token),
            other: ConfirmRegisterUser(id: "2", txId: second.txID, serverToken: second.token),
            elsewhere: "SSRVTRA16001", in: world)
        await world.stop()
    }

    @Test("update and restoration of a DID document")
    func documents() async throws {
        let world = try await TrustAgentWorld()
        let one = try await TestWallet.registered(in: world, seed: 2)
        let two = try await TestWallet.registered(in: world, seed: 3, user: "user-2")
        world.advance(seconds: 60)
        func update(_ wallet: TestWallet) async throws -> RequestUpdateDidDoc {
            var edit = DIDDocumentEdit(wallet.holder)
            let bio = TestWallet.key(wallet.chance)
            try edit.add(DIDKeyEntry(.bio, bio.verificationKey))
            let (session, nonce) = try await wallet.proposedUpdate(in: world)
            return RequestUpdateDidDoc(
                id: wallet.messageID(), txId: session.txID, serverToken: session.token,
                didAuth: try await wallet.didAuth(nonce, at: world.now),
                signedDidDoc: try await wallet.signedDIDDoc(
                    edit.nextVersion(at: world.now), at: world.now, keys: wallet.holderKeys.merging([.bio: bio]) { $1 })
            )
        }
        func registry() async throws -> [ResolvedDID?] {
            [try await world.resolve(one.holder.id), try await world.resolve(two.holder.id)]
        }
        try await refuseAll(
            OpenDIDEndpoints.TAS.requestUpdateDIDDoc, try await update(one), other: try await update(two), in: world,
            registry: registry)

        func restore(_ wallet: TestWallet, _ user: String) async throws -> RequestRestoreDidDoc {
            let _: OperatorAnswer = try await world.operate(
                OpenDIDEndpoints.TAS.updateDIDDocDeactivated, UpdateDidDocDeactivated(kycTxId: user))
            let offer: _OfferRestore = try await world.operate(
                OpenDIDEndpoints.TAS.offerRestoreByPush, OfferRestoreByPush(id: "1", did: wallet.holder.id))
            let (session, nonce) = try await wallet.proposedRestore(in: world, offer: offer.offerId)
            return RequestRestoreDidDoc(
                id: wallet.messageID(), txId: session.txID, serverToken: session.token,
                didAuth: try await wallet.didAuth(nonce, at: world.now))
        }
        // The first user's document has moved on; the PIN key is the same, and the second version is what counts.
        var moved = one
        moved.holder = try #require(try await world.resolve(one.holder.id)).document
        try await refuseAll(
            OpenDIDEndpoints.TAS.requestRestoreDIDDoc, try await restore(moved, "user-1"),
            other: try await restore(two, "user-2"), in: world,
            registry: registry)
        await world.stop()
    }

    @Test("issuing and revoking a credential")
    func credentials() async throws {
        let world = try await TrustAgentWorld()
        let one = try await TestWallet.registered(in: world, seed: 2)
        let two = try await TestWallet.registered(in: world, seed: 3, user: "user-2")
        func issue(_ wallet: TestWallet) async throws -> RequestIssueVc {
            let (session, refID, profile) = try await wallet.profiled(in: world)
            return try await wallet.credentialRequest(in: world, session, refID: refID, profile).0
        }
        try await refuseAll(
            OpenDIDEndpoints.TAS.requestIssueVC, try await issue(one), other: try await issue(two), in: world)

        let credential = try await one.issued(in: world), foreign = try await two.issued(in: world)
        func revoke(_ wallet: TestWallet, _ id: String) async throws -> RequestRevokeVc {
            let (session, opened) = try await wallet.proposedRevocation(in: world, of: id)
            return RequestRevokeVc(
                id: wallet.messageID(), txId: session.txID, serverToken: session.token,
                request: try await wallet.revocation(in: world, of: id, nonce: opened.issuerNonce))
        }
        try await refuseAll(
            OpenDIDEndpoints.TAS.requestRevokeVC, try await revoke(one, credential.id),
            other: try await revoke(two, foreign.id), in: world)
        #expect(try await world.services.registry.standing(ofCredential: credential.id)?.status == .REVOKED)
        #expect(try await world.services.registry.standing(ofCredential: foreign.id)?.status == .ACTIVE)
        await world.stop()
    }
}
