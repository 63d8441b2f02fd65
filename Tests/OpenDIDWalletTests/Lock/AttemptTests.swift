import HeraldJSON
import HeraldP256
import OpenDID_DataModel
import Testing

@testable import OpenDIDWallet

private enum P256PrivateKeySample {
    static let verificationKey = VerificationKey.p256(P256PrivateKey().publicKey)
}

@Suite("Costs of attempts")
struct AttemptTests {
    @Test("setting the clock back never shortens a wait, and setting it right ends a wait from the future")
    func clocks() throws {
        let rule = AttemptRule(delays: [.seconds(3_600)], limit: 10)
        let start = UTCInstant(seconds: 1_000_000)
        var record = AttemptRecord()
        try record.charge(at: start, rule: rule)
        // An hour back: the wait begins anew from there.
        var earlier = record
        let error = #expect(throws: WalletError.self) {
            try earlier.charge(at: UTCInstant(seconds: 996_400), rule: rule)
        }
        #expect(error?.code == .tryLater)
        #expect(error?.retryAt == start)
        try earlier.charge(at: start, rule: rule)
        #expect(earlier.attempts == 2)
        #expect(throws: WalletError.self) { try record.charge(at: UTCInstant(seconds: 1_003_599), rule: rule) }
        try record.charge(at: UTCInstant(seconds: 1_003_600), rule: rule)
    }

    @Test("attack 27: an interrupted attempt costs the same wait as a wrong one")
    func interruptedWaits() throws {
        let rule = AttemptRule(delays: [.zero, .seconds(60), .seconds(600)], limit: 10)
        let start = UTCInstant(seconds: 1_000_000)
        var record = AttemptRecord()
        try record.charge(at: start, rule: rule)
        try record.charge(at: start, rule: rule)
        let error = #expect(throws: WalletError.self) { try record.charge(at: start, rule: rule) }
        #expect(error?.code == .tryLater && error?.retryAt == UTCInstant(seconds: 1_000_060))
        try record.charge(at: UTCInstant(seconds: 1_000_060), rule: rule)
        record.countWrong()
        #expect(record.failures == 1 && record.interrupted == 2 && record.attempts == 3)
        #expect(throws: WalletError.self) { try record.charge(at: UTCInstant(seconds: 1_000_659), rule: rule) }
    }

    @Test("attack 27: merging two records loses neither wrong nor interrupted attempts")
    func merging() throws {
        let rule = AttemptRule(delays: [.zero], limit: 100, interruptedLimit: 100)
        let start = UTCInstant(seconds: 1_000_000)
        var wrong = AttemptRecord(), interrupted = AttemptRecord()
        for _ in 0..<3 {
            try wrong.charge(at: start, rule: rule)
            wrong.countWrong()
        }
        for _ in 0..<5 { try interrupted.charge(at: start, rule: rule) }
        for merged in [wrong.merged(with: interrupted), interrupted.merged(with: wrong)] {
            #expect(merged.failures == 3 && merged.attempts == 5)
        }
        #expect(wrong.merged(with: AttemptRecord()) == wrong)
    }

    @Test("a rule with unusual numbers still delays and limits")
    func strangeRules() throws {
        #expect(AttemptRule(delays: [.seconds(-5), .seconds(Int64.max)], limit: -1).limit == 1)
        #expect(AttemptRule(delays: [.seconds(-5), .seconds(Int64.max)], limit: 3).delay(after: 1) == .zero)
        #expect(
            AttemptRule(delays: [.seconds(-5), .seconds(Int64.max)], limit: 3).delay(after: 50)
                == .seconds(366 * 86_400))
        #expect(AttemptRule(delays: [], limit: 3).delay(after: 2) == .zero)
        var record = AttemptRecord()
        let late = UTCInstant(seconds: .max)
        try record.charge(at: late, rule: AttemptRule(delays: [.seconds(Int64.max)], limit: 3))
    }

    @Test("calibration doubles the work until it is near the goal, within its bounds")
    func calibration() throws {
        func cost(perMinimum: Duration, goal: Duration) throws -> ScryptCost {
            try ScryptCost.calibrated(goal: goal) { (_) throws(WalletError) in perMinimum }
        }
        #expect(try cost(perMinimum: .milliseconds(300), goal: .milliseconds(250)) == .minimum)
        #expect(try cost(perMinimum: .milliseconds(170), goal: .milliseconds(250)) == .minimum)
        #expect(try cost(perMinimum: .milliseconds(100), goal: .milliseconds(250)).logRounds == 16)
        let dear = try cost(perMinimum: .milliseconds(10), goal: .milliseconds(250))
        #expect(dear.memory == 128 << 20)
        #expect(dear.parallelism == 8)
        let dearest = try cost(perMinimum: .zero, goal: .seconds(1000))
        #expect(dearest.parallelism == 64)
        #expect(throws: WalletError.self) { try ScryptCost(logRounds: 9) }
        #expect(throws: WalletError.self) { try ScryptCost(logRounds: 19) }
        #expect(throws: WalletError.self) { try ScryptCost(logRounds: 15, blockSize: 1 << 40) }
        #expect(throws: WalletError.self) { try ScryptCost(logRounds: 15, parallelism: 0) }
    }

    @Test("a calibrated vault protects with at least the minimum, and stores what it used")
    func calibratedVault() async throws {
        let world = VaultWorld()
        let vault = try await world.created(
            .memory, parameters: VaultParameters(cost: .calibrated(goal: .milliseconds(1))))
        try await vault.registerLock(passcode: VaultWorld.passcode)
        #expect(await vault.header.passcode?.cost == .minimum)
        await vault.lock()
        try await vault.authenticateLock(passcode: VaultWorld.passcode)
    }

    @Test("a secret text does not print itself")
    func redaction() {
        let secret = SecretText("swordfish")
        var dumped = ""
        dump(secret, to: &dumped)
        for text in [
            "\(secret)", String(reflecting: secret), dumped, "\(KeyUnlock.pin(secret))", "\(KeyProtection.pin(secret))",
        ] {
            #expect(!text.contains("swordfish"))
        }
        var record = KeyRecord("pin", .holder, key: P256PrivateKeySample.verificationKey, number: 1)
        record.free = StoredBytes([201, 202, 203])
        var shown = "\(record)"
        dump(record, to: &shown)
        #expect(!shown.contains("201"))
        #expect(secret == SecretText("swordfish"))
        #expect(secret != SecretText("swordfisH"))
    }
}
