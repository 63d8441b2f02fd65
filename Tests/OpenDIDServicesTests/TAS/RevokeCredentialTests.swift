import OpenDID_DataModel
import OpenDIDServices
import Testing

@Suite("The trust agent revokes a credential, M220 (OpenDID sheet 5.9)")
struct RevokeCredentialTests {
    private func send(
        _ request: ReqRevokeVc, _ session: TestWallet.Session, in world: TrustAgentWorld, id: String = "1"
    ) async throws {
        let _: _RequestRevokeVc = try await world.send(
            OpenDIDEndpoints.TAS.requestRevokeVC,
            RequestRevokeVc(id: id, txId: session.txID, serverToken: session.token, request: request))
    }

    private func status(of credential: VerifiableCredential, in world: TrustAgentWorld) async throws -> VCStatusEnum? {
        try await world.services.registry.standing(ofCredential: credential.id)?.status
    }

    @Test("the credential is revoked, and cannot be revoked again")
    func revoked() async throws {
        let world = try await TrustAgentWorld()
        let wallet = try await TestWallet.registered(in: world, seed: 2)
        let credential = try await wallet.issued(in: world)
        let (session, opened) = try await wallet.proposedRevocation(in: world, of: credential.id)
        let request = try await wallet.revocation(in: world, of: credential.id, nonce: opened.issuerNonce)
        try await send(request, session, in: world)
        try await send(request, session, in: world)
        let _: _ConfirmRevokeVc = try await world.send(
            OpenDIDEndpoints.TAS.confirmRevokeVC,
            ConfirmRevokeVc(id: "2", txId: session.txID, serverToken: session.token))
        #expect(try await status(of: credential, in: world) == .REVOKED)
        await #expect(throws: Refusal.tas(18518)) {
            _ = try await wallet.proposedRevocation(in: world, of: credential.id)
        }
        await world.stop()
    }

    @Test("only the subject can have its credential revoked")
    func strangers() async throws {
        let world = try await TrustAgentWorld()
        let wallet = try await TestWallet.registered(in: world, seed: 2)
        let other = try await TestWallet.registered(in: world, seed: 3, user: "user-2")
        let credential = try await wallet.issued(in: world)

        // Another user, all by himself.
        let (session, opened) = try await other.proposedRevocation(in: world, of: credential.id)
        let foreign = try await other.revocation(in: world, of: credential.id, nonce: opened.issuerNonce)
        await #expect(throws: Refusal.tas(16510)) { try await send(foreign, session, in: world) }

        // Another user's signature in the subject's own transaction.
        let (own, ownOpened) = try await wallet.proposedRevocation(in: world, of: credential.id)
        let borrowed = try await other.revocation(in: world, of: credential.id, nonce: ownOpened.issuerNonce)
        await #expect {
            try await send(borrowed, own, in: world)
        } throws: { error in
            (error as? Refusal).map { $0.code.hasPrefix("SSRVISS") && $0.status == 400 } ?? false
        }

        // The subject's holder key with another user's wallet.
        let mixed = try TestWallet(copying: wallet, device: other)
        let (third, thirdOpened) = try await mixed.proposedRevocation(in: world, of: credential.id)
        let signed = try await wallet.revocation(in: world, of: credential.id, nonce: thirdOpened.issuerNonce)
        await #expect(throws: Refusal.tas(17508)) { try await send(signed, third, in: world) }
        #expect(try await status(of: credential, in: world) == .ACTIVE)
        await world.stop()
    }

    @Test("a transaction is about one credential")
    func otherCredential() async throws {
        let world = try await TrustAgentWorld()
        let wallet = try await TestWallet.registered(in: world, seed: 2)
        let other = try await TestWallet.registered(in: world, seed: 3, user: "user-2")
        let credential = try await wallet.issued(in: world), foreign = try await other.issued(in: world)
        let (session, opened) = try await wallet.proposedRevocation(in: world, of: credential.id)
        let swapped = try await wallet.revocation(in: world, of: foreign.id, nonce: opened.issuerNonce)
        await #expect(throws: Refusal.tas(18500)) { try await send(swapped, session, in: world) }
        for unknown in ["nothing", ""] {
            await #expect(throws: Refusal.tas(18516, 500)) {
                _ = try await wallet.proposedRevocation(in: world, of: unknown)
            }
        }
        #expect(try await status(of: credential, in: world) == .ACTIVE)
        #expect(try await status(of: foreign, in: world) == .ACTIVE)
        await world.stop()
    }
}
