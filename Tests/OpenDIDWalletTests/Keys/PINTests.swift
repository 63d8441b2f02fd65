import OpenDID_DataModel
import Testing

@testable import OpenDIDWallet

@Suite("PINs")
struct PINTests {
    private let wrong = SecretText("000000")

    @Test("a right PIN unlocks the key, and a wrong one fails the authentication")
    func authentication() async throws {
        let vault = try await VaultWorld().operating(.memory)
        try await vault.authenticatePIN(.holder, keyID: "pin", pin: VaultWorld.pin)
        let error = await refusal { try await vault.authenticatePIN(.holder, keyID: "pin", pin: wrong) }
        #expect(error?.code == .wrongPasscode)
        #expect(error?.reason.contains("9") == true)
        #expect(
            await refusal { try await vault.signer(.holder, keyID: "pin", unlock: .pin(wrong)) }?.code == .wrongPasscode
        )
        try await vault.authenticatePIN(.holder, keyID: "pin", pin: VaultWorld.pin)
    }

    @Test("after a change the old PIN no longer opens the key, and the key is the same")
    func change() async throws {
        let world = VaultWorld()
        let vault = try await world.operating()
        let key = try await vault.keyInfos(.holder).first { $0.id == "pin" }
        let new = SecretText("new PIN")
        #expect(
            await refusal {
                try await vault.changePIN(.holder, keyID: "pin", old: VaultWorld.pin, new: VaultWorld.pin)
            }?.code == .samePIN)
        #expect(
            await refusal { try await vault.changePIN(.holder, keyID: "pin", old: wrong, new: new) }?.code
                == .wrongPasscode)
        #expect(
            await refusal {
                try await vault.changePIN(.holder, keyID: "pin", old: VaultWorld.pin, new: SecretText("1"))
            }?.code == .weakPasscode)
        try await vault.changePIN(.holder, keyID: "pin", old: VaultWorld.pin, new: new)
        #expect(
            await refusal { try await vault.authenticatePIN(.holder, keyID: "pin", pin: VaultWorld.pin) }?.code
                == .wrongPasscode)
        await vault.close()
        let again = try await world.open()
        try await again.authenticatePIN(.holder, keyID: "pin", pin: new)
        #expect(try await again.keyInfos(.holder).first { $0.id == "pin" } == key)
        await again.close()
    }

    @Test("wrong PINs cost growing waits that outlive the process, and the tenth blocks the key")
    func delays() async throws {
        let world = VaultWorld()
        var vault = try await world.operating()
        for (failures, delay) in [(1, 0), (2, 0), (3, 5), (4, 15), (5, 60), (6, 300), (7, 900), (8, 3600), (9, 10_800)]
            as [(Int, Int64)]
        {
            let error = await refusal { try await vault.authenticatePIN(.holder, keyID: "pin", pin: wrong) }
            #expect(error?.code == .wrongPasscode, "\(failures)")
            guard delay > 0 else { continue }
            #expect(error?.retryAt == UTCInstant(seconds: world.now().seconds + delay))
            await vault.close()
            vault = try await world.open()
            world.pass(seconds: delay - 1)
            // Even the right PIN is not tried before its time.
            let early = await refusal { try await vault.authenticatePIN(.holder, keyID: "pin", pin: VaultWorld.pin) }
            #expect(early?.code == .tryLater)
            #expect(early?.retryAt == UTCInstant(seconds: world.now().seconds + 1))
            world.pass(seconds: 1)
        }
        #expect(
            await refusal { try await vault.authenticatePIN(.holder, keyID: "pin", pin: wrong) }?.code == .wrongPasscode
        )
        world.pass(seconds: 1_000_000)
        #expect(
            await refusal { try await vault.authenticatePIN(.holder, keyID: "pin", pin: VaultWorld.pin) }?.code
                == .blocked)
        // Other keys are not concerned.
        _ = try await vault.signer(.holder, keyID: "bio", unlock: .bio(prompt: ""))
        _ = try await vault.signer(.holder, keyID: "keyagree")
        await vault.close()
    }

    @Test("the wallet's passcode unblocks a PIN")
    func wayOut() async throws {
        let world = VaultWorld()
        let parameters = VaultParameters(cost: .fixed(.fast), attempts: AttemptRule(delays: [.zero], limit: 2))
        let vault = try await world.operating(.memory, parameters: parameters)
        #expect(
            await refusal { try await vault.resetAttempts(.holder, keyID: "pin", passcode: VaultWorld.passcode) }?.code
                == .lockState)
        try await vault.registerLock(passcode: VaultWorld.passcode)
        try await vault.authenticatePIN(.holder, keyID: "pin", pin: VaultWorld.pin)
        for _ in 0..<2 { _ = await refusal { try await vault.authenticatePIN(.holder, keyID: "pin", pin: wrong) } }
        #expect(
            await refusal { try await vault.authenticatePIN(.holder, keyID: "pin", pin: VaultWorld.pin) }?.code
                == .blocked)
        #expect(
            await refusal { try await vault.resetAttempts(.holder, keyID: "pin", passcode: wrong) }?.code
                == .wrongPasscode)
        try await vault.resetAttempts(.holder, keyID: "pin", passcode: VaultWorld.passcode)
        try await vault.authenticatePIN(.holder, keyID: "pin", pin: VaultWorld.pin)
    }

    @Test("an attempt counts before the PIN is tried, so killing the process gives no free attempt")
    func chargedFirst() async throws {
        let world = VaultWorld()
        let vault = try await world.operating()
        let name = RowName.pinAttempts(.holder, "pin", .active)
        _ = await refusal { try await vault.authenticatePIN(.holder, keyID: "pin", pin: wrong) }
        // After a kill during the next attempt, the disk has what the charge for it wrote.
        try await vault.chargeOnly(name)
        await vault.close()
        let again = try await world.open()
        #expect(try await again.attempts(name)?.failures == 1)
        #expect(try await again.attempts(name)?.attempts == 2)
        try await again.authenticatePIN(.holder, keyID: "pin", pin: VaultWorld.pin)
        #expect(try await again.attempts(name) == nil)
        await again.close()
    }

    @Test(
        "attack 27: ten interrupted attempts cost their waits and block nothing, and a right PIN resets them")
    func interrupted() async throws {
        let parameters = VaultParameters(cost: .fixed(.fast), attempts: AttemptRule(delays: [.zero], limit: 10))
        let vault = try await VaultWorld().operating(.memory, parameters: parameters)
        let name = RowName.pinAttempts(.holder, "pin", .active)
        for _ in 0..<12 { try await vault.chargeOnly(name) }
        #expect(try await vault.attempts(name)?.failures == 0)
        _ = await refusal { try await vault.authenticatePIN(.holder, keyID: "pin", pin: wrong) }
        #expect(try await vault.attempts(name)?.failures == 1)
        #expect(try await vault.attempts(name)?.interrupted == 12)
        try await vault.authenticatePIN(.holder, keyID: "pin", pin: VaultWorld.pin)
        #expect(try await vault.attempts(name) == nil)
    }

    @Test(
        "attack 27: killing the process at each attempt gives no more attempts, and wrong attempts stay counted"
    )
    func killer() async throws {
        let parameters = VaultParameters(
            cost: .fixed(.fast), attempts: AttemptRule(delays: [.zero], limit: 3, interruptedLimit: 4))
        let vault = try await VaultWorld().operating(.memory, parameters: parameters)
        let name = RowName.pinAttempts(.holder, "pin", .active)
        // Two are wrong and told, and in between the process is killed until it may not try any more.
        for _ in 0..<2 { _ = await refusal { try await vault.authenticatePIN(.holder, keyID: "pin", pin: wrong) } }
        var tries = 0
        while tries < 100, (try? await vault.chargeOnly(name)) != nil { tries += 1 }
        #expect(tries == 4)
        #expect(
            await refusal { try await vault.authenticatePIN(.holder, keyID: "pin", pin: VaultWorld.pin) }?.code
                == .blocked)
        #expect(try await vault.attempts(name)?.failures == 2)
    }

    @Test("each of several simultaneous attempts is counted")
    func concurrentAttempts() async throws {
        let parameters = VaultParameters(cost: .fixed(.fast), attempts: AttemptRule(delays: [.zero], limit: 5))
        let vault = try await VaultWorld().operating(.memory, parameters: parameters)
        let codes = await withTaskGroup(of: WalletError.Code?.self) { group in
            for _ in 0..<12 {
                group.addTask {
                    await refusal { try await vault.authenticatePIN(.holder, keyID: "pin", pin: SecretText("999999")) }?
                        .code
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(codes.filter { $0 == .wrongPasscode }.count == 5)
        #expect(codes.filter { $0 == .blocked }.count == 7)
    }

    @Test("composed and decomposed characters are the same PIN")
    func normalization() async throws {
        let vault = try await VaultWorld().operating(.memory)
        try await vault.generateKey(.holder, id: "p", protection: .pin(SecretText("caf\u{E9}s")))
        try await vault.authenticatePIN(.holder, keyID: "p", pin: SecretText("cafe\u{301}s"))
    }
}

extension WalletVault {
    func chargeOnly(_ name: RowName) throws {
        _ = try charge(
            read: { () throws(WalletError) in
                try reading { rows in try rows.record(AttemptRecord.self, name) ?? AttemptRecord() }
            },
            write: { (record) throws(WalletError) in try writing { rows in try rows.put(record, name) } })
    }

    func attempts(_ name: RowName) throws -> AttemptRecord? {
        try reading { rows in try rows.record(AttemptRecord.self, name) }
    }
}
