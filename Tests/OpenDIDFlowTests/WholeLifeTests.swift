import Foundation
import HeraldJSON
import OpenDIDServices
import OpenDID_DataModel
import Testing

@testable import OpenDIDWallet

@Suite("The whole life of a wallet")
struct WholeLifeTests {
    @Test(
        "a wallet is created, registered, issued to, shown, revoked, refused, updated, deactivated, restored and backed up"
    )
    func life() async throws {
        try await FlowWorld.run(biometrics: SoftwareBiometricKeyStore { _ in true }, Self.live)
    }

    /// Every protocol, one after the other.
    static func live(in world: FlowWorld) async throws {
        let wallet = world.wallet
        // A wallet, its user, and the user's DID
        try await wallet.create()
        try await wallet.personalize(userId: FlowSeeds.user, passcode: SecretText("open sesame"))
        let did = try await wallet.registerUser(kycTxId: FlowSeeds.user, pin: FlowWorld.pin).did
        // A credential by the issuer's offer
        let qr = try await world.post(
            "/tas/api/v1/offer-issue-vc/qr",
            ["id": "1", "vcPlanId": .string(FlowSeeds.planId), "issuer": "did:omn:issuer"])
        guard case .issue(let issueOffer, _) = try ReceivedOffer(String(decoding: qr.body, as: UTF8.self)) else {
            Issue.record("no issue offer")
            return
        }
        let first = try await wallet.accept(issueOffer, unlock: FlowWorld.unlock).vcId
        #expect(try await world.vault.credential(first)?.credential.credentialSubject.claims.count == 12)
        // Three claims are shown
        var offer = try await world.verifyOffer()
        #expect(try await wallet.present(offer.payload, txId: offer.txId, unlock: FlowWorld.unlock).isAccepted)
        // Revoked, and refused from then on
        try await wallet.revoke(first, keepingCopy: true, unlock: FlowWorld.unlock)
        offer = try await world.verifyOffer()
        let error = await #expect(throws: WalletError.self) {
            try await wallet.present(offer.payload, txId: offer.txId, unlock: FlowWorld.unlock)
        }
        #expect(error?.serverError?.code == "SSRVVRF00801")
        // The document gets a key for biometrics
        let edit = DocumentEdit(newKeys: [
            DocumentEdit.NewKey(id: "bio", protection: .biometric, bioPrompt: "Add your face")
        ])
        #expect(try await wallet.updateDocument(edit, unlock: FlowWorld.unlock).versionId == "2")
        // Out of use, and back
        _ = try await world.post("/tas/api/v1/update-diddoc-deactivated", ["kycTxId": .string(FlowSeeds.user)])
        #expect(try await world.status(of: did) == .deactivated)
        let pushed = try await world.post("/tas/api/v1/offer-restore-did/push", ["id": "1", "did": .string(did)])
        let offerId = try #require(try JSONValue(parsing: pushed.body)["offerId"]?.stringValue)
        try await wallet.restore(RestoreDidOfferPayload(offerId: offerId, did: did), unlock: .bio(prompt: "Restore"))
        #expect(try await world.status(of: did) == .activated)
        // Another credential takes the place of the revoked one, and is shown from a backup of the wallet
        let second = try await wallet.issueCredential(
            planId: FlowSeeds.planId, issuer: "did:omn:issuer", unlock: .bio(prompt: "Another")
        ).vcId
        #expect(try await world.vault.credentials().map(\.id) == [second])
        let backup = try await world.vault.exportBackup(passphrase: SecretText("correct horse battery"))
        let other = try await world.newWallet(at: .memory)
        try await other.vault.restoreBackup(backup, passphrase: SecretText("correct horse battery"))
        if try await other.vault.isLocked {
            try await other.vault.authenticateLock(passcode: SecretText("open sesame"))
        }
        offer = try await world.verifyOffer()
        #expect(try await other.present(offer.payload, txId: offer.txId, unlock: FlowWorld.unlock).isAccepted)
    }
}
