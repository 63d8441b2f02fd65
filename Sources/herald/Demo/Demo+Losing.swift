import Foundation
import OpenDIDWallet
import OpenDID_DataModel

/// The steps in which a holder gets new keys, and restores a wallet.
extension Demo {
    static func updateDocument(_ demo: Demo) async throws -> [DemoReport.Fact] {
        let holder = try demo.credentialHolder()
        let before = try await holder.vault.document(.holder)
        holder.credentialID = try await holder.wallet.issueCredential(
            planId: SampleWorld.planID, issuer: SampleWorld.issuer, unlock: holder.unlock
        ).vcId
        let newPin = SecretText("771904")
        let edit = DocumentEdit(newKeys: [DocumentEdit.NewKey(id: DIDKeyName.pin.rawValue, protection: .pin(newPin))])
        demo.trace.begin("M141: the DID document gets a new key", sheet: "OpenDID sheet 5.11")
        let updated = try await holder.wallet.updateDocument(edit, unlock: holder.unlock)
        demo.trace.end()
        holder.pin = newPin
        let found = try await holder.wallet.trust.registered(updated.did)
        let (old, new) = (before?.signingKey, found?.document.signingKey)
        try require(
            found?.document.versionId == updated.versionId && new != nil && old != new,
            "the registry does not have the new key")
        let outcome = try await holder.present()
        try require(outcome.isAccepted, "a presentation under the new key was refused")
        return [
            .init("version", "\(before?.versionId ?? "") → \(updated.versionId)"), .init("old key", old ?? ""),
            .init("new key", new ?? ""),
            .init("presented", "accepted under the new key"),
        ]
    }

    static func loseWallet(_ demo: Demo) async throws -> [DemoReport.Fact] {
        let holder = try demo.credentialHolder()
        let passphrase = SecretText("a long passphrase for the demonstration")
        let backup = try await holder.vault.exportBackup(passphrase: passphrase)
        guard let did = try await holder.vault.document(.holder)?.id else { throw DemoError("the wallet has no DID") }
        await holder.vault.close()
        try FileManager.default.removeItem(at: holder.folder)
        try await OfferRestore.switchOff(did, holder.operators)

        try await holder.move(to: demo.folder.appendingPathComponent("wallet-again"))
        let restored = try await holder.vault.restoreBackup(backup, passphrase: passphrase)
        let off = try await holder.wallet.trust.registered(did)?.status
        let refusal = try await holder.refusedPresentation("a presentation of a DID that is switched off")
        demo.trace.begin("M142: a DID is restored", sheet: "OpenDID sheet 5.10")
        let offer = try await OfferRestore.offer(did, holder.operators)
        try await holder.wallet.restore(offer, unlock: holder.unlock)
        demo.trace.end()
        let on = try await holder.wallet.trust.registered(did)?.status
        try require(
            off == .deactivated && on == .activated,
            "the registry says \(off?.rawValue ?? "nothing"), then \(on?.rawValue ?? "nothing")")
        let outcome = try await holder.present()
        try require(outcome.isAccepted, "a presentation after the restoration was refused")
        return [
            .init("backup", "\(backup.count) bytes, \(restored.credentials) credential"),
            .init("lost", "its folder is gone, its DID \(off?.rawValue ?? "")"),
            .init("meanwhile", "\(refusal.code): \(refusal.text)"),
            .init("restored", "its DID \(on?.rawValue ?? ""), and it presents again"),
        ]
    }
}

extension DIDDocument {
    /// The public key of the holder's key that a PIN protects.
    fileprivate var signingKey: String? {
        verificationMethod.first { $0.id == DIDKeyName.pin.rawValue }?.publicKeyMultibase
    }
}
