import Foundation
import HeraldKeys
import OpenDID_DataModel
import Testing

@testable import OpenDIDWallet

@Suite("Life cycle of a vault")
struct VaultLifeCycleTests {
    @Test("the state follows from the stored data")
    func states() async throws {
        let world = VaultWorld()
        let vault = try await world.open(.memory)
        #expect(try await vault.state() == .installed)
        #expect(try await !vault.isCreated)
        let created = try await VaultWorld().created(.memory)
        #expect(try await created.state() == .created)
        #expect(try await created.isCreated)
        try await created.commit([.bindUser(piiHash: VaultWorld.pii, userId: nil)])
        #expect(try await created.state() == .personalized)
        let operating = try await VaultWorld().operating(.memory)
        #expect(try await operating.state() == .operation)
        try await operating.commit([.unbindUser])
        #expect(try await operating.state() == .created)
        #expect(try await operating.keyInfos(.holder).isEmpty)
        #expect(try await operating.keyInfos(.device).count == 3)
    }

    @Test("an operation that the state does not allow is refused and changes nothing")
    func policies() async throws {
        let world = VaultWorld()
        let vault = try await world.open(.memory)
        for change: VaultChange in [
            .bindUser(piiHash: VaultWorld.pii, userId: nil), .unbindUser,
            .addCredential(bytes: VaultWorld.credential(id: "a"), replacingSameSchema: true),
            .setWalletToken(VaultWorld.token(until: world.now())),
        ] {
            #expect(await refusal { try await vault.commit([change]) }?.code == .state)
        }
        #expect(await refusal { try await vault.generateKey(.holder, id: "pin", protection: .free) }?.code == .state)
        #expect(await refusal { try await vault.registerLock(passcode: VaultWorld.passcode) }?.code == .state)
        #expect(await refusal { try await vault.require(.useCredentials) }?.code == .state)
        try await vault.require(.create)

        let created = try await VaultWorld().created(.memory)
        #expect(await refusal { try await created.require(.create) }?.code == .state)
        try await created.commit([.bindUser(piiHash: VaultWorld.pii, userId: nil)])
        let other = [UInt8](repeating: 8, count: 32)
        #expect(await refusal { try await created.commit([.bindUser(piiHash: other, userId: nil)]) }?.code == .state)
        try await created.commit([.bindUser(piiHash: VaultWorld.pii, userId: nil)])
        #expect(await refusal { try await created.commit([.bindUser(piiHash: [1], userId: nil)]) }?.code == .parameter)
    }

    @Test("several changes are done together or not at all")
    func atomic() async throws {
        let vault = try await VaultWorld().operating(.memory)
        let refused = await refusal {
            try await vault.commit([
                .putJournal(JournalEntry(id: "1", flow: "issue-vc", state: [1])),
                .addCredential(bytes: Array("{}".utf8), replacingSameSchema: false),
            ])
        }
        #expect(refused?.code == .parameter)
        #expect(try await vault.journalEntries().isEmpty)
        try await vault.commit([.putJournal(JournalEntry(id: "1", flow: "issue-vc", state: [1]))])
        #expect(try await vault.journalEntries().map(\.state) == [[1]])
    }

    @Test("everything is found again after closing and opening")
    func reopening() async throws {
        let world = VaultWorld()
        let vault = try await world.operating()
        try await vault.commit([
            .addCredential(bytes: VaultWorld.credential(id: "c1"), replacingSameSchema: true),
            .setWalletToken(VaultWorld.token(until: UTCInstant(seconds: world.now().seconds + 60, nanoseconds: 5))),
            .putJournal(JournalEntry(id: "run", flow: "issue-vc", state: [9, 8])),
        ])
        let document = try await vault.document(.holder)
        await vault.close()
        #expect(await refusal { try await vault.state() }?.code == .closed)

        let again = try await world.open()
        #expect(try await again.state() == .operation)
        #expect(try await again.walletID() == "WID202411abcdefghijk")
        #expect(try await again.document(.holder) == document)
        #expect(try await again.credentials().map(\.bytes) == [VaultWorld.credential(id: "c1")])
        #expect(
            try await again.credential("c1")?.credential.credentialSubject.claims.first?.value == "secret-claim-value")
        #expect(try await again.walletToken()?.validUntil.nanoseconds == 5)
        #expect(try await again.boundUser()?.userId == "user")
        #expect(try await again.allowedApps() == [VaultWorld.app])
        #expect(try await again.journalEntries() == [JournalEntry(id: "run", flow: "issue-vc", state: [9, 8])])
        #expect(try await again.keyInfos(.holder).map(\.id) == ["keyagree", "pin", "bio"])
        await again.close()
    }

    @Test("a vault that another process or object uses is not opened")
    func exclusive() async throws {
        let world = VaultWorld()
        let vault = try await world.open()
        #expect(await refusal { try await world.open() }?.code == .inUse)
        await vault.close()
        let next = try await world.open()
        await next.close()
    }

    @Test("only their user can read the files, which have nothing in the clear")
    func privacy() async throws {
        let world = VaultWorld()
        let vault = try await world.operating()
        try await vault.commit([
            .addCredential(bytes: VaultWorld.credential(id: "3f8a-credential-id"), replacingSameSchema: true)
        ])
        let manager = FileManager.default
        for name in ["wallet.sqlite", "wallet.sqlite-wal", "wallet.key"] {
            let attributes = try manager.attributesOfItem(atPath: world.directory.appendingPathComponent(name).path)
            #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600, "\(name)")
        }
        let folder = try manager.attributesOfItem(atPath: world.directory.path)
        #expect((folder[.posixPermissions] as? NSNumber)?.intValue == 0o700)
        for name in try manager.contentsOfDirectory(atPath: world.directory.path) {
            let content = try Data(contentsOf: world.directory.appendingPathComponent(name))
            for secret in [
                "secret-claim-value", "3f8a-credential-id", VaultWorld.holderDID, VaultWorld.deviceDID, "WID202411",
                VaultWorld.app,
            ] {
                #expect(content.range(of: Data(secret.utf8)) == nil, "\(secret) in \(name)")
            }
        }
        await vault.close()
    }

    @Test("deleting a wallet leaves nothing, locked or not")
    func deletion() async throws {
        for locked in [false, true] {
            let world = VaultWorld()
            let vault = try await world.operating()
            if locked {
                try await vault.registerLock(passcode: VaultWorld.passcode)
                await vault.lock()
            }
            #expect(try world.biometrics.keyIDs().count == 1)
            try await vault.deleteWallet()
            #expect(try FileManager.default.contentsOfDirectory(atPath: world.directory.path).isEmpty)
            #expect(try world.biometrics.keyIDs().isEmpty)
            #expect(await refusal { try await vault.deleteWallet() }?.code == .closed)
            let fresh = try await world.open()
            #expect(try await fresh.state() == .installed)
            await fresh.close()
        }
    }

    @Test("deleting the user's part keeps the device and removes the lock")
    func partialDeletion() async throws {
        let world = VaultWorld()
        let vault = try await world.operating()
        try await vault.registerLock(passcode: VaultWorld.passcode)
        try await vault.deleteWallet(all: false)
        #expect(try await vault.state() == .created)
        #expect(try await vault.document(.device) != nil)
        #expect(try await !vault.isLock)
        #expect(try world.biometrics.keyIDs().isEmpty)
        await vault.close()
        let again = try await world.open()
        #expect(try await again.state() == .created)
        await again.close()
    }

    @Test("a closed vault refuses everything and can be closed again")
    func closing() async throws {
        let vault = try await VaultWorld().operating(.memory)
        let signer = try await vault.signer(.holder, keyID: "keyagree")
        await vault.close()
        await vault.close()
        #expect(await refusal { try await vault.credentials() }?.code == .closed)
        #expect(await refusal { try await vault.isLocked }?.code == .closed)
        #expect(await refusal { try await vault.registerLock(passcode: VaultWorld.passcode) }?.code == .closed)
        #expect(await refusal { try await signer.sign(digest: [UInt8](repeating: 1, count: 32)) }?.code == .locked)
    }
}
