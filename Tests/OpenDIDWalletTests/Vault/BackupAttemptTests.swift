import OpenDID_DataModel
import Testing

@testable import OpenDIDWallet

@Suite("Backups and wrong attempts at a PIN")
struct BackupAttemptTests {
    private let passphrase = SecretText("a long passphrase")

    @Test("a backup has the wrong attempts at a PIN, and restoring an older one removes none")
    func attempts() async throws {
        let world = VaultWorld()
        let vault = try await world.operating()
        let early = try await vault.exportBackup(passphrase: passphrase)
        func tries(_ vault: WalletVault) async -> WalletError.Code? {
            await refusal { try await vault.authenticatePIN(.holder, keyID: "pin", pin: SecretText("wrong")) }?.code
        }
        for _ in 0..<3 { #expect(await tries(vault) == .wrongPasscode) }
        #expect(await tries(vault) == .tryLater)
        let name = RowName.pinAttempts(.holder, "pin", .active)
        let count = try await vault.attempts(name)
        #expect(count?.failures == 3)

        let late = try await vault.exportBackup(passphrase: passphrase)
        for backup in [late, early] {
            try await vault.restoreBackup(backup, passphrase: passphrase, replacingExisting: true)
            #expect(try await vault.attempts(name) == count)
            #expect(await tries(vault) == .tryLater)
        }
        let other = try await VaultWorld().open(.memory)
        try await other.restoreBackup(late, passphrase: passphrase)
        #expect(try await other.attempts(name) == count)
        await other.close()
        await vault.close()
    }

    @Test("wrong attempts at a PIN stay when a backup is restored into a locked vault")
    func attemptsUnderLock() async throws {
        let vault = try await VaultWorld().operating(.memory)
        try await vault.registerLock(passcode: VaultWorld.passcode)
        let early = try await vault.exportBackup(passphrase: passphrase)
        for _ in 0..<3 {
            #expect(
                await refusal { try await vault.authenticatePIN(.holder, keyID: "pin", pin: SecretText("wrong")) }?.code
                    == .wrongPasscode)
        }
        let name = RowName.pinAttempts(.holder, "pin", .active)
        let count = try await vault.attempts(name)
        #expect(count?.failures == 3)
        // The second time the vault knows of them from the first restoration alone.
        for _ in 0..<2 {
            await vault.lock()
            try await vault.restoreBackup(early, passphrase: passphrase, replacingExisting: true)
            #expect(try await vault.attempts(name) == count)
            try await vault.registerLock(passcode: VaultWorld.passcode)
        }
        await vault.close()
    }

    @Test("attempts before a right PIN, or that were reset, do not come back with a backup", arguments: [false, true])
    func forgottenAttempts(isReset: Bool) async throws {
        let vault = try await VaultWorld().operating(.memory)
        try await vault.registerLock(passcode: VaultWorld.passcode)
        try await vault.authenticatePIN(.holder, keyID: "pin", pin: VaultWorld.pin)
        let early = try await vault.exportBackup(passphrase: passphrase)
        _ = await refusal { try await vault.authenticatePIN(.holder, keyID: "pin", pin: SecretText("wrong")) }
        if isReset {
            try await vault.resetAttempts(.holder, keyID: "pin", passcode: VaultWorld.passcode)
        } else {
            try await vault.authenticatePIN(.holder, keyID: "pin", pin: VaultWorld.pin)
        }
        await vault.lock()
        try await vault.restoreBackup(early, passphrase: passphrase, replacingExisting: true)
        #expect(try await vault.attempts(.pinAttempts(.holder, "pin", .active)) == nil)
        await vault.close()
    }

    @Test(
        "a damaged list of wrong attempts is restored from the encrypted ones: none is lost, and a right PIN is accepted"
    )
    func damagedAttempts() async throws {
        let vault = try await VaultWorld().operating(.memory)
        try await vault.registerLock(passcode: VaultWorld.passcode)
        let early = try await vault.exportBackup(passphrase: passphrase)
        func tries() async -> WalletError.Code? {
            await refusal { try await vault.authenticatePIN(.holder, keyID: "pin", pin: SecretText("wrong")) }?.code
        }
        func damage() async throws {
            try await vault.database.write { db in try PlainRows.set([1, 2, 3], PlainRows.pinAttempts, db) }
        }
        #expect(await tries() == .wrongPasscode)
        try await damage()
        #expect(await tries() == .wrongPasscode)
        await vault.lock()
        try await vault.restoreBackup(early, passphrase: passphrase, replacingExisting: true)
        let name = RowName.pinAttempts(.holder, "pin", .active)
        #expect(try await vault.attempts(name)?.failures == 2)
        try await damage()
        try await vault.authenticatePIN(.holder, keyID: "pin", pin: VaultWorld.pin)
        #expect(try await vault.attempts(name) == nil)
        await vault.close()
    }

    @Test(
        "opening a vault lists its wrong attempts, even if only encrypted or unreadable, and older backups give no new attempts",
        arguments: [false, true], [nil, [1, 2, 3]] as [[UInt8]?])
    func attemptsThatWereSealedOnly(hasLock: Bool, readable: [UInt8]?) async throws {
        let world = VaultWorld()
        var vault = try await world.operating()
        if hasLock { try await vault.registerLock(passcode: VaultWorld.passcode) }
        let early = try await vault.exportBackup(passphrase: passphrase)
        for _ in 0..<3 {
            _ = await refusal { try await vault.authenticatePIN(.holder, keyID: "pin", pin: SecretText("wrong")) }
        }
        let name = RowName.pinAttempts(.holder, "pin", .active)
        let count = try await vault.attempts(name)
        #expect(count?.failures == 3)
        try await vault.database.write { db in try PlainRows.set(readable, PlainRows.pinAttempts, db) }
        await vault.close()

        vault = try await world.open()
        if hasLock {
            try await vault.authenticateLock(passcode: VaultWorld.passcode)
        } else {
            try await vault.registerLock(passcode: VaultWorld.passcode)
        }
        await vault.lock()
        try await vault.restoreBackup(early, passphrase: passphrase, replacingExisting: true)
        #expect(try await vault.attempts(name) == count)
        await vault.close()
    }
}
