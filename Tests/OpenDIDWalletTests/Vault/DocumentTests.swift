import OpenDID_DataModel
import Testing

@testable import OpenDIDWallet

@Suite("Documents and their pending keys")
struct VaultDocumentTests {
    @Test("a promoted document makes its pending keys active, and sets aside the keys that it does not list")
    func promotion() async throws {
        let world = VaultWorld()
        let vault = try await world.operating()
        let before = try await vault.keyInfos(.holder)
        try await vault.generateKey(.holder, id: "pin", protection: .pin(SecretText("654321")), stage: .pending)
        try await vault.generateKey(.holder, id: "extra", protection: .free, stage: .pending)
        #expect(try await vault.keyInfos(.holder) == before)

        world.pass(seconds: 1)
        var edit = DIDDocumentEdit(try #require(try await vault.document(.holder)))
        let newPIN = try #require(try await vault.keyInfos(.holder, stage: .pending).first { $0.id == "pin" })
        try edit.replace(newPIN.documentEntry())
        try edit.removeKey(named: "bio")
        let next = try edit.nextVersion(at: world.now())
        try await vault.commit([.setPendingDocument(.holder, next)])
        #expect(try await vault.pendingDocument(.holder) == next)
        #expect(try await vault.document(.holder)?.versionId == "1")
        // Until then the old PIN signs for the old document and the new one for the new.
        _ = try await vault.signer(.holder, keyID: "pin", unlock: .pin(VaultWorld.pin))
        _ = try await vault.signer(.holder, keyID: "pin", unlock: .pin(SecretText("654321")), stage: .pending)

        try await vault.commit([.promotePendingDocument(.holder)])
        #expect(try await vault.document(.holder)?.versionId == "2")
        #expect(try await vault.pendingDocument(.holder) == nil)
        #expect(try await vault.keyInfos(.holder, stage: .pending).isEmpty)
        #expect(Set(try await vault.keyInfos(.holder).map(\.id)) == ["keyagree", "pin"])
        _ = try await vault.signer(.holder, keyID: "pin", unlock: .pin(SecretText("654321")))
        // It may still be needed, should the registry have the old version after all.
        #expect(try world.biometrics.keyIDs().count == 1)
        await vault.close()
    }

    @Test("a dropped document removes its pending keys, and keeps the others")
    func dropping() async throws {
        let world = VaultWorld()
        let vault = try await world.operating(.memory)
        try await vault.generateKey(.holder, id: "bio", protection: .biometric, stage: .pending)
        #expect(try world.biometrics.keyIDs().count == 2)
        try await vault.commit([.setPendingDocument(.holder, nil)])
        #expect(try await vault.keyInfos(.holder, stage: .pending).isEmpty)
        #expect(try await vault.keyInfos(.holder).count == 3)
        #expect(try world.biometrics.keyIDs().count == 1)
        let signer = try await vault.signer(.holder, keyID: "bio", unlock: .bio(prompt: "sign"))
        _ = try await signer.sign(digest: [UInt8](repeating: 1, count: 32))
    }

    @Test("a left-over pending key does not replace a key that stays")
    func leftOver() async throws {
        let world = VaultWorld()
        let vault = try await world.operating(.memory)
        let before = try await vault.keyInfos(.holder)
        try await vault.generateKey(.holder, id: "pin", protection: .pin(SecretText("654321")), stage: .pending)
        try await vault.generateKey(.holder, id: "extra", protection: .free, stage: .pending)
        world.pass(seconds: 1)
        var edit = DIDDocumentEdit(try #require(try await vault.document(.holder)))
        let extra = try #require(try await vault.keyInfos(.holder, stage: .pending).first { $0.id == "extra" })
        try edit.add(extra.documentEntry(purposes: [.assertionMethod]))
        let next = try edit.nextVersion(at: world.now())
        try await vault.commit([.setPendingDocument(.holder, next), .promotePendingDocument(.holder)])
        #expect(try await vault.keyInfos(.holder) == before + [extra])
        try await vault.authenticatePIN(.holder, keyID: "pin", pin: VaultWorld.pin)

        // A pending key that was made anew is not the one that the pending document lists.
        world.pass(seconds: 1)
        try await vault.generateKey(.holder, id: "extra", protection: .free, stage: .pending)
        var second = DIDDocumentEdit(next)
        try second.replace(
            try #require(try await vault.keyInfos(.holder, stage: .pending).first).documentEntry(purposes: [
                .assertionMethod
            ]))
        try await vault.commit([.setPendingDocument(.holder, try second.nextVersion(at: world.now()))])
        try await vault.generateKey(.holder, id: "extra", protection: .free, stage: .pending)
        #expect(await refusal { try await vault.commit([.promotePendingDocument(.holder)]) }?.code == .keyNotFound)
        #expect(try await vault.document(.holder) == next)
    }

    @Test("a document with missing keys, or of another DID, is refused")
    func foreignDocuments() async throws {
        let world = VaultWorld()
        let vault = try await world.operating(.memory)
        let other = try await VaultWorld().operating(.memory)
        let foreign = try #require(try await other.document(.holder))
        #expect(await refusal { try await vault.commit([.setPendingDocument(.holder, foreign)]) }?.code == .keyNotFound)
        var renamed = try #require(try await vault.document(.holder))
        renamed.id = "did:omn:other"
        #expect(await refusal { try await vault.commit([.setDocument(.holder, renamed)]) }?.code == .didMismatch)
        #expect(await refusal { try await vault.commit([.promotePendingDocument(.holder)]) }?.code == .notFound)
    }
}
