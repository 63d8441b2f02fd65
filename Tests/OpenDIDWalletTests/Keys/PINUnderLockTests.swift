import OpenDID_DataModel
import Testing

@testable import OpenDIDWallet

@Suite("PINs and the wallet's lock")
struct PINUnderLockTests {
    private let wrong = SecretText("000000")
    private let name = RowName.pinAttempts(.holder, "pin", .active)
    private let parameters = VaultParameters(cost: .fixed(.fast), attempts: AttemptRule(delays: [.zero], limit: 2))

    private func block(_ vault: WalletVault) async throws {
        for _ in 0..<2 { _ = await refusal { try await vault.authenticatePIN(.holder, keyID: "pin", pin: wrong) } }
        #expect(try await vault.attempts(name)?.failures == 2)
    }

    private func isFreed(_ vault: WalletVault, _ passcode: SecretText = VaultWorld.passcode) async throws -> Bool {
        do {
            try await vault.resetAttempts(.holder, keyID: "pin", passcode: passcode)
            return try await vault.attempts(name) == nil
        } catch let error as WalletError where error.code == .lockState {
            #expect(try await vault.attempts(name)?.failures == 2)
            return false
        }
    }

    @Test("a lock that was registered without the PIN cannot reset attempts", arguments: [true, false])
    func strangersLock(isRegisteredFirst: Bool) async throws {
        let world = VaultWorld()
        let vault = try await world.operating(parameters: parameters)
        if isRegisteredFirst { try await vault.registerLock(passcode: VaultWorld.passcode) }
        try await block(vault)
        if !isRegisteredFirst { try await vault.registerLock(passcode: VaultWorld.passcode) }
        #expect(try await !isFreed(vault))
        // Neither another passcode, nor another lock, nor a start of the app, nor a backup of one's own makes it the owner's.
        let other = SecretText("another passcode")
        try await vault.changeLock(old: VaultWorld.passcode, new: other)
        #expect(try await !isFreed(vault, other))
        try await vault.removeLock(passcode: other)
        try await vault.registerLock(passcode: other)
        #expect(try await !isFreed(vault, other))
        let passphrase = SecretText("a passphrase of somebody's own")
        try await vault.restoreBackup(
            try await vault.exportBackup(passphrase: passphrase), passphrase: passphrase, replacingExisting: true)
        try await vault.registerLock(passcode: VaultWorld.passcode)
        #expect(try await !isFreed(vault))
        await vault.close()
        let again = try await world.open(parameters: parameters)
        #expect(try await !isFreed(again))
        #expect(
            await refusal { try await again.authenticatePIN(.holder, keyID: "pin", pin: VaultWorld.pin) }?.code
                == .blocked)
        await again.close()
    }

    @Test(
        "a lock under which the right PIN was used can reset attempts, even with its next passcode, and a new lock cannot"
    )
    func ownersLock() async throws {
        let vault = try await VaultWorld().operating(.memory, parameters: parameters)
        try await vault.registerLock(passcode: VaultWorld.passcode)
        _ = try await vault.signer(.holder, keyID: "pin", unlock: .pin(VaultWorld.pin))
        try await block(vault)
        let other = SecretText("another passcode")
        try await vault.changeLock(old: VaultWorld.passcode, new: other)
        #expect(try await isFreed(vault, other))
        try await block(vault)
        try await vault.removeLock(passcode: other)
        try await vault.registerLock(passcode: other)
        #expect(try await !isFreed(vault, other))
    }

    @Test(
        "a lock that was registered with the PIN can reset attempts, even in a wallet from a backup or an earlier version"
    )
    func provenLock() async throws {
        let vault = try await VaultWorld().operating(.memory, parameters: parameters)
        try await vault.registerLock(passcode: VaultWorld.passcode, pin: VaultWorld.pin)
        try await block(vault)
        #expect(try await isFreed(vault))
        let passphrase = SecretText("a passphrase of the owner's")
        try await vault.restoreBackup(
            try await vault.exportBackup(passphrase: passphrase), passphrase: passphrase, replacingExisting: true)
        try await vault.writing { rows in
            var key = try #require(try rows.key(.holder, "pin", .active))
            key.lock = nil
            try rows.put(key, .key(.holder, "pin", .active))
        }
        let other = SecretText("another passcode")
        try await vault.registerLock(passcode: other, pin: VaultWorld.pin)
        try await block(vault)
        #expect(try await isFreed(vault, other))
    }

    @Test("registering a lock with a PIN is an attempt at it: a wrong PIN counts, and no lock is registered")
    func wrongPINForLock() async throws {
        let vault = try await VaultWorld().operating(.memory, parameters: parameters)
        func register(_ pin: SecretText) async -> WalletError.Code? {
            await refusal { try await vault.registerLock(passcode: VaultWorld.passcode, pin: pin) }?.code
        }
        #expect(
            await refusal { try await vault.registerLock(passcode: SecretText("1"), pin: wrong) }?.code == .weakPasscode
        )
        #expect(try await vault.attempts(name) == nil)
        #expect(await register(wrong) == .wrongPasscode)
        #expect(await register(wrong) == .wrongPasscode)
        #expect(await register(VaultWorld.pin) == .blocked)
        #expect(try await !vault.isLock)
        let young = try await VaultWorld().created(.memory)
        #expect(
            await refusal { try await young.registerLock(passcode: VaultWorld.passcode, pin: VaultWorld.pin) }?.code
                == .keyNotFound)
    }

    @Test("a PIN that was set or changed under a lock can be reset by it")
    func setUnderLock() async throws {
        let vault = try await VaultWorld().operating(.memory, parameters: parameters)
        try await vault.registerLock(passcode: VaultWorld.passcode)
        try await vault.changePIN(.holder, keyID: "pin", old: VaultWorld.pin, new: SecretText("another PIN"))
        try await block(vault)
        #expect(try await isFreed(vault))
        try await vault.generateKey(.holder, id: "pin", protection: .pin(VaultWorld.pin), stage: .pending)
        let pending = RowName.pinAttempts(.holder, "pin", .pending)
        _ = await refusal { try await vault.signer(.holder, keyID: "pin", unlock: .pin(wrong), stage: .pending) }
        #expect(try await vault.attempts(pending)?.failures == 1)
        try await vault.resetAttempts(.holder, keyID: "pin", passcode: VaultWorld.passcode)
        #expect(try await vault.attempts(pending) == nil)
    }

    @Test("resetting attempts needs the PIN's lock and a key with a PIN, even if no attempt was wrong")
    func nothingCounted() async throws {
        let vault = try await VaultWorld().operating(.memory, parameters: parameters)
        try await vault.registerLock(passcode: VaultWorld.passcode)
        func reset(_ id: String) async -> WalletError.Code? {
            await refusal { try await vault.resetAttempts(.holder, keyID: id, passcode: VaultWorld.passcode) }?.code
        }
        #expect(await reset("pin") == .lockState)
        #expect(await reset("nobody") == .keyNotFound)
        #expect(await reset("keyagree") == .notPINKey)
        try await vault.authenticatePIN(.holder, keyID: "pin", pin: VaultWorld.pin)
        try await vault.resetAttempts(.holder, keyID: "pin", passcode: VaultWorld.passcode)
    }

    @Test(
        "a pending key from before the lock prevents a reset of the registered one only after an attempt at the pending key"
    )
    func waitingKey() async throws {
        let vault = try await VaultWorld().operating(.memory, parameters: parameters)
        try await vault.generateKey(.holder, id: "pin", protection: .pin(SecretText("654321")), stage: .pending)
        try await vault.registerLock(passcode: VaultWorld.passcode, pin: VaultWorld.pin)
        try await block(vault)
        #expect(try await isFreed(vault))
        try await block(vault)
        _ = await refusal { try await vault.signer(.holder, keyID: "pin", unlock: .pin(wrong), stage: .pending) }
        #expect(try await !isFreed(vault))
    }

    @Test("wrong attempts at a pending key stay when it is registered")
    func registration() async throws {
        let world = VaultWorld()
        let vault = try await world.created(.memory)
        try await vault.commit([.bindUser(piiHash: VaultWorld.pii, userId: "user")])
        try await vault.generateKey(.holder, id: "pin", protection: .pin(VaultWorld.pin), stage: .pending)
        try await vault.generateKey(.holder, id: "keyagree", protection: .free, stage: .pending)
        _ = await refusal { try await vault.signer(.holder, keyID: "pin", unlock: .pin(wrong), stage: .pending) }
        let document = try await world.document(.holder, of: vault, did: VaultWorld.holderDID)
        try await vault.commit([.setPendingDocument(.holder, document), .promotePendingDocument(.holder)])
        #expect(try await vault.attempts(name)?.failures == 1)
        try await vault.authenticatePIN(.holder, keyID: "pin", pin: VaultWorld.pin)
        #expect(try await vault.attempts(name) == nil)
    }
}
