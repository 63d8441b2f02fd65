import Foundation
import OpenDID_DataModel
import Testing

@testable import OpenDIDWallet

@Suite("Backups")
struct BackupTests {
    private let passphrase = SecretText("a long passphrase")

    private func full(_ world: VaultWorld) async throws -> WalletVault {
        let vault = try await world.operating()
        try await vault.commit([
            .addCredential(bytes: VaultWorld.credential(id: "c1"), replacingSameSchema: false),
            .setWalletToken(VaultWorld.token(until: world.now())),
            .putJournal(JournalEntry(id: "run", flow: "issue-vc", state: [1, 2, 3])),
        ])
        return vault
    }

    @Test("a restored wallet has everything except what cannot leave the device")
    func roundTrip() async throws {
        let world = VaultWorld(), other = VaultWorld()
        let vault = try await full(world)
        _ = await refusal { try await vault.authenticatePIN(.holder, keyID: "pin", pin: SecretText("wrong")) }
        let backup = try await vault.exportBackup(passphrase: passphrase)
        let restored = try await other.open()
        let result = try await restored.restoreBackup(backup, passphrase: passphrase)
        #expect(result.credentials == 1)
        #expect(result.missingKeys == ["bio"])
        #expect(result.made == world.now())
        await restored.close()

        let again = try await other.open()
        #expect(try await again.state() == .operation)
        #expect(try await again.credentials().map(\.bytes) == vault.credentials().map(\.bytes))
        for owner in KeyOwner.allCases {
            #expect(try await again.document(owner) == vault.document(owner))
            #expect(try await again.keyInfos(owner) == vault.keyInfos(owner).filter { $0.id != "bio" })
        }
        #expect(try await again.journalEntries() == vault.journalEntries())
        #expect(try await again.boundUser() == vault.boundUser())
        #expect(try await again.walletID() == vault.walletID())
        #expect(try await again.walletToken() == nil)
        try await again.authenticatePIN(.holder, keyID: "pin", pin: VaultWorld.pin)
        await again.close()
        await vault.close()
    }

    @Test("a document that still lists the lost biometric key can be updated")
    func updateAfterRestore() async throws {
        let world = VaultWorld()
        let vault = try await full(VaultWorld())
        let restored = try await world.open(.memory)
        try await restored.restoreBackup(vault.exportBackup(passphrase: passphrase), passphrase: passphrase)
        try await restored.generateKey(.holder, id: "pin", protection: .pin(SecretText("654321")), stage: .pending)
        world.pass(seconds: 1)
        var edit = DIDDocumentEdit(try #require(try await restored.document(.holder)))
        try edit.replace(try #require(try await restored.keyInfos(.holder, stage: .pending).first).documentEntry())
        try await restored.commit([
            .setPendingDocument(.holder, edit.nextVersion(at: world.now())), .promotePendingDocument(.holder),
        ])
        #expect(try await restored.document(.holder)?.versionId == "2")
        await vault.close()
    }

    @Test("a wrong passphrase and any flipped or missing byte are refused and change nothing")
    func refusals() async throws {
        let vault = try await full(VaultWorld())
        let backup = try await vault.exportBackup(passphrase: passphrase)
        let target = try await VaultWorld().operating(.memory)
        func restore(_ bytes: [UInt8], _ passphrase: SecretText) async -> WalletError.Code? {
            await refusal { try await target.restoreBackup(bytes, passphrase: passphrase, replacingExisting: true) }?
                .code
        }
        #expect(await restore(backup, SecretText("another passphrase")) == .wrongPasscode)
        for place in Array(0..<200) + stride(from: 200, to: backup.count, by: 97) + [backup.count - 1] {
            var altered = backup
            altered[place] ^= 4
            #expect(await restore(altered, passphrase) == .damaged, "\(place)")
        }
        for length in [0, 7, 8, 12, 13, 44, 45, 100, backup.count - 1] {
            #expect(await restore(Array(backup.prefix(length)), passphrase) == .damaged, "\(length)")
        }
        #expect(await restore(backup + [0], passphrase) == .damaged)
        #expect(try await target.state() == .operation)
        #expect(try await target.credentials().isEmpty)
        #expect(await refusal { try await target.restoreBackup(backup, passphrase: passphrase) }?.code == .state)
        #expect(await refusal { try await vault.exportBackup(passphrase: SecretText("short")) }?.code == .weakPasscode)
        await vault.close()
    }

    @Test("a backup opens a wallet whose lock is blocked, and the old wallet's signers stop")
    func overLockedWallet() async throws {
        let world = VaultWorld()
        let vault = try await full(world)
        let backup = try await vault.exportBackup(passphrase: passphrase)
        try await vault.registerLock(passcode: VaultWorld.passcode)
        let signer = try await vault.signer(.device, keyID: "assert")
        await vault.lock()
        for _ in 0..<10 {
            _ = await refusal { try await vault.authenticateLock(passcode: SecretText("wrong")) }
            world.pass(seconds: 20_000)
        }
        #expect(await refusal { try await vault.authenticateLock(passcode: VaultWorld.passcode) }?.code == .blocked)
        #expect(await refusal { try await vault.restoreBackup(backup, passphrase: passphrase) }?.code == .state)
        try await vault.restoreBackup(backup, passphrase: passphrase, replacingExisting: true)
        #expect(try await !vault.isLock)
        #expect(try await vault.state() == .operation)
        #expect(await refusal { try await signer.sign(digest: [UInt8](repeating: 1, count: 32)) }?.code == .locked)
        #expect(try world.biometrics.keyIDs().isEmpty)
        await vault.close()
        let again = try await world.open()
        #expect(try await again.credentials().count == 1)
        await again.close()
    }

    @Test("rows whose names do not match their content are refused, even with the right passphrase")
    func forgedRows() async throws {
        let target = try await VaultWorld().open(.memory)
        let good = try await VaultWorld().operating(.memory)
        let contents = try BackupFile.contents(
            try await good.exportBackup(passphrase: passphrase), passphrase: passphrase)
        func forged(_ rows: [BackupFile.Contents.Item], format: Int = 1) throws -> [UInt8] {
            try BackupFile.bytes(
                BackupFile.Contents(format: format, made: contents.made, rows: rows), passphrase: passphrase,
                cost: .fast,
                random: SystemSource.random)
        }
        let key = try #require(contents.rows.first { $0.kind == .key })
        let cases: [[BackupFile.Contents.Item]] = [
            [.init(kind: .key, id: "holder/other", value: key.value)],
            [.init(kind: .document, id: "nobody", value: key.value)],
            [.init(kind: .walletID, id: "", value: key.value)], [.init(kind: .ledger, id: "", value: key.value)],
            [
                .init(
                    kind: .pinAttempts, id: "",
                    value: StoredBytes(Array("{\"failures\":0,\"interrupted\":0,\"isUnderWay\":false}".utf8)))
            ], [key, key],
        ]
        for rows in cases {
            #expect(
                await refusal { try await target.restoreBackup(try forged(rows), passphrase: passphrase) }?.code
                    == .damaged)
        }
        #expect(
            await refusal { try await target.restoreBackup(try forged([], format: 2), passphrase: passphrase) }?.code
                == .tooNew)
        #expect(try await target.state() == .installed)
    }
}
