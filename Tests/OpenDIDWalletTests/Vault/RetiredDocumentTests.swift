import OpenDID_DataModel
import Testing

@testable import OpenDIDWallet

@Suite("Documents that a wallet has set aside")
struct RetiredDocumentTests {
    /// The next version, with a new key `pin`, pending.
    private func nextVersion(_ vault: WalletVault, _ world: VaultWorld, pin: String) async throws -> DIDDocument {
        world.pass(seconds: 1)
        try await vault.generateKey(.holder, id: "pin", protection: .pin(SecretText(pin)), stage: .pending)
        var edit = DIDDocumentEdit(try #require(try await vault.document(.holder)))
        try edit.replace(try #require(try await vault.keyInfos(.holder, stage: .pending).first).documentEntry())
        let next = try edit.nextVersion(at: world.now())
        try await vault.commit([.setPendingDocument(.holder, next)])
        return next
    }

    private func takeBack(_ document: DIDDocument, _ vault: WalletVault) async throws {
        let set = try #require(try await vault.retiredDocuments(.holder).first { $0.document == document })
        try await vault.commit([.takeBack(.holder, number: set.number)])
        #expect(try await vault.document(.holder) == document)
    }

    @Test(
        "two versions of a document replace each other with their keys, as often as the registry's answers change"
    )
    func changingPlaces() async throws {
        let world = VaultWorld()
        var vault = try await world.operating()
        let first = try #require(try await vault.document(.holder))
        let second = try await nextVersion(vault, world, pin: "654321")
        try await vault.commit([.retirePendingDocument(.holder)])
        #expect(try await vault.pendingDocument(.holder) == nil)
        #expect(try await vault.keyInfos(.holder, stage: .pending).isEmpty)
        #expect(try await vault.retiredDocuments(.holder).map(\.wasRegistered) == [false])
        try await vault.authenticatePIN(.holder, keyID: "pin", pin: VaultWorld.pin)
        await vault.close()

        vault = try await world.open()
        for _ in 0..<3 {
            try await takeBack(second, vault)
            try await vault.authenticatePIN(.holder, keyID: "pin", pin: SecretText("654321"))
            #expect(Set(try await vault.keyInfos(.holder).map(\.id)) == ["keyagree", "pin", "bio"])
            try await takeBack(first, vault)
            try await vault.authenticatePIN(.holder, keyID: "pin", pin: VaultWorld.pin)
            #expect(try await vault.retiredDocuments(.holder).count == 1)
        }
        #expect(await refusal { try await vault.commit([.takeBack(.holder, number: 99)]) }?.code == .notFound)
        await vault.close()
    }

    @Test("wrong attempts at a PIN stay with its key when documents change places")
    func attempts() async throws {
        let world = VaultWorld()
        let vault = try await world.operating(.memory)
        let first = try #require(try await vault.document(.holder))
        let second = try await nextVersion(vault, world, pin: "654321")
        try await vault.commit([.promotePendingDocument(.holder)])
        try await takeBack(first, vault)
        for _ in 0..<3 {
            _ = await refusal { try await vault.authenticatePIN(.holder, keyID: "pin", pin: SecretText("000000")) }
        }
        #expect(
            await refusal { try await vault.authenticatePIN(.holder, keyID: "pin", pin: VaultWorld.pin) }?.code
                == .tryLater)
        try await takeBack(second, vault)
        try await vault.authenticatePIN(.holder, keyID: "pin", pin: SecretText("654321"))
        try await takeBack(first, vault)
        #expect(
            await refusal { try await vault.authenticatePIN(.holder, keyID: "pin", pin: VaultWorld.pin) }?.code
                == .tryLater)
    }

    @Test("an older backup gives no new attempts at a key that was set aside")
    func attemptsAfterRestoration() async throws {
        let world = VaultWorld()
        let vault = try await world.operating(.memory)
        let first = try #require(try await vault.document(.holder))
        _ = try await nextVersion(vault, world, pin: "654321")
        try await vault.commit([.promotePendingDocument(.holder)])
        let passphrase = SecretText("a long passphrase")
        let early = try await vault.exportBackup(passphrase: passphrase)
        try await takeBack(first, vault)
        for _ in 0..<3 {
            _ = await refusal { try await vault.authenticatePIN(.holder, keyID: "pin", pin: SecretText("000000")) }
        }
        try await vault.restoreBackup(early, passphrase: passphrase, replacingExisting: true)
        #expect(try await vault.attempts(.pinAttempts(.holder, "pin", .active)) == nil)
        try await takeBack(first, vault)
        #expect(
            await refusal { try await vault.authenticatePIN(.holder, keyID: "pin", pin: VaultWorld.pin) }?.code
                == .tryLater)
    }

    /// A user without a document, and two documents under different DIDs with the same keys, which wait to be registered.
    private func undecided(_ vault: WalletVault, _ world: VaultWorld) async throws -> (
        first: DIDDocument, second: DIDDocument
    ) {
        try await vault.commit([.bindUser(piiHash: VaultWorld.pii, userId: "user")])
        try await vault.generateKey(.holder, id: "keyagree", protection: .free, stage: .pending)
        try await vault.generateKey(.holder, id: "pin", protection: .pin(VaultWorld.pin), stage: .pending)
        return (
            try await world.document(.holder, of: vault, did: VaultWorld.holderDID),
            try await world.document(.holder, of: vault, did: VaultWorld.deviceDID)
        )
    }

    private func wrongPIN(_ vault: WalletVault, _ stage: KeyStage) async {
        _ = await refusal {
            try await vault.signer(.holder, keyID: "pin", unlock: .pin(SecretText("000000")), stage: stage)
        }
    }

    @Test(
        "a right PIN and the lock's passcode also reset attempts for a copy of the key that was set aside",
        arguments: [false, true])
    func forgottenAttempts(isReset: Bool) async throws {
        let world = VaultWorld()
        let vault = try await world.created(.memory)
        try await vault.registerLock(passcode: VaultWorld.passcode)
        let (first, second) = try await undecided(vault, world)
        try await vault.commit([.setPendingDocument(.holder, first)])
        await wrongPIN(vault, .pending)
        try await vault.commit([.setPendingDocument(.holder, second), .promotePendingDocument(.holder)])
        #expect(try await vault.retiredDocuments(.holder).flatMap(\.keys).compactMap(\.attempts?.failures) == [1])
        if isReset {
            try await vault.resetAttempts(.holder, keyID: "pin", passcode: VaultWorld.passcode)
        } else {
            try await vault.authenticatePIN(.holder, keyID: "pin", pin: VaultWorld.pin)
        }
        let passphrase = SecretText("a long passphrase")
        try await vault.restoreBackup(
            try await vault.exportBackup(passphrase: passphrase), passphrase: passphrase, replacingExisting: true)
        #expect(try await vault.attempts(.pinAttempts(.holder, "pin", .active)) == nil)
    }

    @Test(
        "the highest count of wrong attempts in any copy of a key counts, even for a key in no copy",
        arguments: [true, false])
    func mostAttempts(isPutAway: Bool) async throws {
        let world = VaultWorld()
        let vault = try await world.created(.memory)
        let (first, second) = try await undecided(vault, world)
        try await vault.commit([.setPendingDocument(.holder, first), .setPendingDocument(.holder, second)])
        for _ in 0..<3 { await wrongPIN(vault, .pending) }
        try await vault.commit([isPutAway ? .retirePendingDocument(.holder) : .setPendingDocument(.holder, nil)])
        try await takeBack(first, vault)
        #expect(try await vault.attempts(.pinAttempts(.holder, "pin", .active))?.failures == 3)
        #expect(
            await refusal { try await vault.authenticatePIN(.holder, keyID: "pin", pin: VaultWorld.pin) }?.code
                == .tryLater)
    }

    @Test(
        "a limited number of retired versions stays, the first among them, and they are deleted with the user")
    func limit() async throws {
        let world = VaultWorld()
        let vault = try await world.operating(.memory)
        var made: [DIDDocument] = []
        for number in 0..<12 {
            made.append(try await nextVersion(vault, world, pin: "65432\(number)"))
            try await vault.commit([.retirePendingDocument(.holder)])
        }
        let kept = try await vault.retiredDocuments(.holder).map(\.document)
        #expect(kept == made.prefix(1) + made.suffix(RetiredDocument.limit - 1))
        try await vault.commit([.unbindUser])
        #expect(try await vault.retiredDocuments(.holder).isEmpty)
        #expect(try world.biometrics.keyIDs().isEmpty)
    }

    @Test("a denied first registration stays with its keys until the registry shows it")
    func registration() async throws {
        let world = VaultWorld()
        let vault = try await world.created(.memory)
        try await vault.commit([.bindUser(piiHash: VaultWorld.pii, userId: "user")])
        try await vault.generateKey(.holder, id: "keyagree", protection: .free, stage: .pending)
        try await vault.generateKey(.holder, id: "pin", protection: .pin(VaultWorld.pin), stage: .pending)
        let document = try await world.document(.holder, of: vault, did: VaultWorld.holderDID)
        try await vault.commit([.setPendingDocument(.holder, document), .retirePendingDocument(.holder)])
        #expect(try await vault.state() == .personalized)
        try await takeBack(document, vault)
        #expect(try await vault.state() == .operation)
        try await vault.authenticatePIN(.holder, keyID: "pin", pin: VaultWorld.pin)
    }

    @Test("a backup has retired versions without biometric keys, and a version without keys is not restored")
    func backup() async throws {
        let world = VaultWorld(), other = VaultWorld()
        let vault = try await world.operating(.memory)
        let first = try #require(try await vault.document(.holder))
        _ = try await nextVersion(vault, world, pin: "654321")
        try await vault.commit([.promotePendingDocument(.holder)])
        var edit = DIDDocumentEdit(try #require(try await vault.document(.holder)))
        try edit.removeKey(named: "bio")
        world.pass(seconds: 1)
        try await vault.commit([
            .setPendingDocument(.holder, edit.nextVersion(at: world.now())), .promotePendingDocument(.holder),
        ])
        #expect(try world.biometrics.keyIDs().count == 1)
        let restored = try await other.open(.memory)
        try await restored.restoreBackup(
            vault.exportBackup(passphrase: SecretText("a long passphrase")), passphrase: SecretText("a long passphrase")
        )
        #expect(
            try await restored.retiredDocuments(.holder).map(\.document)
                == vault.retiredDocuments(.holder).map(\.document))
        #expect(try await restored.retiredDocuments(.holder).flatMap(\.keys).allSatisfy { $0.key.biometric == nil })
        try await takeBack(first, restored)
        try await restored.authenticatePIN(.holder, keyID: "pin", pin: VaultWorld.pin)
        #expect(try await restored.keyInfos(.holder).map(\.id) == ["keyagree", "pin"])
    }
}
