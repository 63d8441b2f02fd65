import Foundation
import OpenDID_DataModel
import Testing

@testable import OpenDIDWallet

@Suite("The wallet's lock")
struct LockTests {
    private let wrong = SecretText("wrong passcode")

    @Test("a wallet with a lock starts locked, refuses everything, and opens only with its passcode")
    func startsLocked() async throws {
        let world = VaultWorld()
        let vault = try await world.operating()
        #expect(try await !vault.isLock)
        try await vault.registerLock(passcode: VaultWorld.passcode)
        #expect(try await vault.isLock)
        #expect(try await !vault.isLocked)
        await vault.close()

        let again = try await world.open()
        #expect(try await again.isLock)
        #expect(try await again.isLocked)
        #expect(try await again.isCreated)
        let calls: [@Sendable (WalletVault) async throws -> Void] = [
            { _ = try await $0.state() }, { _ = try await $0.credentials() }, { _ = try await $0.document(.holder) },
            { _ = try await $0.keyInfos(.device) }, { _ = try await $0.signer(.device, keyID: "assert") },
            { try await $0.generateKey(.device, id: "x", protection: .free) }, { _ = try await $0.walletToken() },
            { try await $0.authorize(token: "", for: []) }, { try await $0.commit([.removeJournal("x")]) },
            { _ = try await $0.journalEntries() },
            { _ = try await $0.exportBackup(passphrase: SecretText("12345678")) },
            { try await $0.deleteWallet(all: false) }, { try await $0.registerLock(passcode: SecretText("1234")) },
            { _ = try await $0.walletID() }, { _ = try await $0.boundUser() },
            { try await $0.deleteKey(.holder, id: "pin") },
            { try await $0.authenticatePIN(.holder, keyID: "pin", pin: VaultWorld.pin) },
        ]
        for call in calls {
            let error = await refusal { try await call(again) }
            #expect(error?.code == .locked)
            #expect(error?.upstreamCode == "MSDKWLT05020")
        }
        #expect(await refusal { try await again.authenticateLock(passcode: wrong) }?.code == .wrongPasscode)
        #expect(try await again.isLocked)
        try await again.authenticateLock(passcode: VaultWorld.passcode)
        #expect(try await again.state() == .operation)
        await again.close()
    }

    @Test("the user is bound and the lock registered in one transaction: both or neither")
    func boundAndLocked() async throws {
        let world = VaultWorld()
        let vault = try await world.created()
        let bind = VaultChange.bindUser(piiHash: VaultWorld.pii, userId: "alice")
        #expect(
            await refusal { try await vault.commit([bind], registeringLock: SecretText("1")) }?.code == .weakPasscode)
        #expect(try await vault.boundUser() == nil)
        let unfit = VaultChange.bindUser(piiHash: [7], userId: "alice")
        #expect(
            await refusal { try await vault.commit([unfit], registeringLock: VaultWorld.passcode) }?.code == .parameter)
        #expect(try await !vault.isLock)
        try await vault.commit([bind], registeringLock: VaultWorld.passcode)
        await vault.close()

        let again = try await world.open()
        #expect(try await again.isLocked)
        try await again.authenticateLock(passcode: VaultWorld.passcode)
        #expect(try await again.state() == .personalized)
        await again.close()
    }

    @Test("registering a passcode removes the key file, and every other form of the key")
    func nothingElseOpens() async throws {
        let world = VaultWorld()
        let vault = try await world.operating()
        #expect(FileManager.default.fileExists(atPath: world.keyFile.path))
        let guarded = try #require(await vault.header.guarded)
        try await vault.registerLock(passcode: VaultWorld.passcode)
        #expect(!FileManager.default.fileExists(atPath: world.keyFile.path))
        #expect(await vault.header.guarded == nil)
        for name in try FileManager.default.contentsOfDirectory(atPath: world.directory.path) {
            let content = try Data(contentsOf: world.directory.appendingPathComponent(name))
            let trace = try JSONSerialization.data(
                withJSONObject: [Data(guarded.bytes).base64EncodedString().prefix(40)], options: .withoutEscapingSlashes
            )
            #expect(content.range(of: trace.dropFirst(2).dropLast(2)) == nil, "\(name)")
        }
        await vault.close()
    }

    @Test("locking stops signers that were created before")
    func signersStop() async throws {
        let vault = try await VaultWorld().operating(.memory)
        await vault.lock()
        #expect(try await !vault.isLocked)
        try await vault.registerLock(passcode: VaultWorld.passcode)
        let digest = [UInt8](repeating: 3, count: 32)
        let signers = [
            try await vault.signer(.device, keyID: "assert"),
            try await vault.signer(.holder, keyID: "pin", unlock: .pin(VaultWorld.pin)),
            try await vault.signer(.holder, keyID: "bio", unlock: .bio(prompt: "")),
        ]
        for signer in signers { _ = try await signer.sign(digest: digest) }
        await vault.lock()
        for signer in signers { #expect(await refusal { try await signer.sign(digest: digest) }?.code == .locked) }
        try await vault.authenticateLock(passcode: VaultWorld.passcode)
        // Opening again does not bring them back.
        for signer in signers { #expect(await refusal { try await signer.sign(digest: digest) }?.code == .locked) }
    }

    @Test("a wrong passcode does not open a vault, and does not close an open one")
    func wrongPasscode() async throws {
        let vault = try await VaultWorld().operating(.memory)
        try await vault.registerLock(passcode: VaultWorld.passcode)
        #expect(await refusal { try await vault.authenticateLock(passcode: wrong) }?.code == .wrongPasscode)
        #expect(try await vault.state() == .operation)
        await vault.lock()
        #expect(await refusal { try await vault.authenticateLock(passcode: wrong) }?.code == .wrongPasscode)
        #expect(try await vault.isLocked)
    }

    @Test("a changed passcode opens the same vault, and the old one does not")
    func change() async throws {
        let world = VaultWorld()
        let vault = try await world.operating()
        let new = SecretText("another passcode")
        #expect(await refusal { try await vault.changeLock(old: VaultWorld.passcode, new: new) }?.code == .lockState)
        try await vault.registerLock(passcode: VaultWorld.passcode)
        #expect(await refusal { try await vault.registerLock(passcode: new) }?.code == .lockState)
        #expect(
            await refusal { try await vault.changeLock(old: VaultWorld.passcode, new: VaultWorld.passcode) }?.code
                == .samePIN)
        #expect(await refusal { try await vault.changeLock(old: wrong, new: new) }?.code == .wrongPasscode)
        #expect(
            await refusal { try await vault.changeLock(old: VaultWorld.passcode, new: SecretText("abc")) }?.code
                == .weakPasscode)
        try await vault.changeLock(old: VaultWorld.passcode, new: new)
        await vault.close()
        let again = try await world.open()
        #expect(
            await refusal { try await again.authenticateLock(passcode: VaultWorld.passcode) }?.code == .wrongPasscode)
        try await again.authenticateLock(passcode: new)
        #expect(try await again.keyInfos(.holder).count == 3)
        await again.close()
    }

    @Test("after the lock's removal the vault opens with its key file again")
    func removal() async throws {
        let world = VaultWorld()
        let vault = try await world.operating()
        try await vault.registerLock(passcode: VaultWorld.passcode)
        #expect(await refusal { try await vault.removeLock(passcode: wrong) }?.code == .wrongPasscode)
        try await vault.removeLock(passcode: VaultWorld.passcode)
        await vault.close()
        let again = try await world.open()
        #expect(try await !again.isLock)
        #expect(try await again.state() == .operation)
        await again.close()
    }

    @Test("the type 'unlock' registers no lock")
    func unlockType() async throws {
        let vault = try await VaultWorld().operating(.memory)
        try await vault.registerLock(passcode: VaultWorld.passcode, isLock: false)
        #expect(try await !vault.isLock)
        await vault.lock()
        #expect(try await !vault.isLocked)
        #expect(await refusal { try await vault.authenticateLock(passcode: VaultWorld.passcode) }?.code == .lockState)
    }

    @Test("wrong passcodes cost growing waits that outlive the process, and the tenth blocks the lock")
    func delays() async throws {
        let world = VaultWorld()
        var vault = try await world.operating()
        try await vault.registerLock(passcode: VaultWorld.passcode)
        for failures in 1...10 {
            await vault.close()
            vault = try await world.open()
            #expect(
                await refusal { try await vault.authenticateLock(passcode: wrong) }?.code == .wrongPasscode,
                "\(failures)")
            let delay = AttemptRule.standard.delay(after: failures)
            if delay > .zero, failures < 10 {
                #expect(
                    await refusal { try await vault.authenticateLock(passcode: VaultWorld.passcode) }?.code == .tryLater
                )
            }
            world.pass(seconds: delay.components.seconds)
        }
        world.pass(seconds: 1_000_000)
        #expect(await refusal { try await vault.authenticateLock(passcode: VaultWorld.passcode) }?.code == .blocked)
        #expect(try await vault.isLocked)
        await vault.close()
    }

    @Test("a right passcode resets the wrong attempts before it")
    func forgetting() async throws {
        let world = VaultWorld()
        let vault = try await world.operating(.memory)
        try await vault.registerLock(passcode: VaultWorld.passcode)
        for _ in 0..<6 {
            for _ in 0..<2 { _ = await refusal { try await vault.authenticateLock(passcode: wrong) } }
            try await vault.authenticateLock(passcode: VaultWorld.passcode)
        }
    }

    @Test("attack 25: a vault's key file that others can read is refused, and the error says what to do")
    func openKeyFile() async throws {
        let world = VaultWorld()
        await (try await world.operating()).close()
        chmod(world.keyFile.path, 0o644)
        let refused = await refusal { try await world.open() }
        #expect(refused?.code == .guardKey && refused?.reason.contains("chmod 600") == true)
        chmod(world.keyFile.path, 0o600)
        await (try await world.open()).close()
    }

    @Test("a lost key file is reported and changes nothing, and a backup restores the wallet")
    func lostKeyFile() async throws {
        let world = VaultWorld()
        let vault = try await world.operating()
        let passphrase = SecretText("a long passphrase")
        let backup = try await vault.exportBackup(passphrase: passphrase)
        await vault.close()
        let key = try Data(contentsOf: world.keyFile)
        try FileManager.default.removeItem(at: world.keyFile)
        #expect(await refusal { try await world.open() }?.code == .guardKey)
        try Data((0..<41).map { $0 }).write(to: world.keyFile)
        chmod(world.keyFile.path, 0o600)
        #expect(await refusal { try await world.open() }?.code == .damaged)
        // Found again.
        try key.write(to: world.keyFile)
        chmod(world.keyFile.path, 0o600)
        let found = try await world.open()
        #expect(try await found.state() == .operation)
        await found.close()
        // Lost for ever.
        try FileManager.default.removeItem(at: world.keyFile)
        try WalletVault.deleteFiles(at: world.directory)
        #expect(try FileManager.default.contentsOfDirectory(atPath: world.directory.path).isEmpty)
        let fresh = try await world.open()
        try await fresh.restoreBackup(backup, passphrase: passphrase)
        #expect(try await fresh.state() == .operation)
        await fresh.close()
    }

    @Test("the key file of another vault is reported")
    func foreignKeyFile() async throws {
        let world = VaultWorld(), other = VaultWorld()
        await (try await world.operating()).close()
        await (try await other.operating()).close()
        try Data(contentsOf: other.keyFile).write(to: world.keyFile)
        #expect(await refusal { try await world.open() }?.code == .guardKey)
    }
}
