import OpenDID_DataModel
import TestSupport
import Testing

@testable import OpenDIDWallet

@Suite("Changes in any order")
struct RandomWalkTests {
    /// The expected content of a vault.
    private struct Model: Equatable {
        var credentials: [String: String] = [:]
        var journal: [String: [UInt8]] = [:]
        var keys: Set<String> = []
        var hasToken = false
    }

    @Test(
        "after any changes, even refused ones, a vault equals a simple model, also when it is opened again",
        arguments: 1...4 as ClosedRange<UInt64>)
    func walk(_ seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let world = VaultWorld()
        var vault = try await world.operating()
        var model = Model(keys: ["keyagree", "pin", "bio"])
        for step in 0..<60 {
            world.pass(seconds: 1)
            let name = "n\(Int.random(in: 0..<5, using: &random))"
            switch Int.random(in: 0..<10, using: &random) {
            case 0, 1:
                let schema = "s\(Int.random(in: 0..<3, using: &random))"
                let replaces = Bool.random(using: &random)
                let bytes = VaultWorld.credential(id: name, schema: schema)
                if let present = model.credentials[name], present != schema {
                    #expect(
                        await refusal {
                            try await vault.commit([.addCredential(bytes: bytes, replacingSameSchema: replaces)])
                        }?.code == .duplicate)
                } else {
                    try await vault.commit([.addCredential(bytes: bytes, replacingSameSchema: replaces)])
                    if replaces { model.credentials = model.credentials.filter { $0.value != schema } }
                    model.credentials[name] = schema
                }
            case 2:
                try await vault.commit([.deleteCredentials([name])])
                model.credentials[name] = nil
            case 3:
                try await vault.commit([
                    .putJournal(JournalEntry(id: name, flow: "f", state: [UInt8(step)])), .setWalletToken(nil),
                ])
                model.journal[name] = [UInt8(step)]
                model.hasToken = false
            case 4:
                try await vault.commit([.removeJournal(name), .setWalletToken(VaultWorld.token(until: world.now()))])
                model.journal[name] = nil
                model.hasToken = true
            case 5:
                if model.keys.insert(name).inserted {
                    try await vault.generateKey(.holder, id: name, protection: .free)
                } else {
                    #expect(
                        await refusal { try await vault.generateKey(.holder, id: name, protection: .free) }?.code
                            == .keyExists)
                }
            case 6:
                try await vault.commit([.deleteKeys(.holder, [name])])
                model.keys.remove(name)
            case 7:
                // The last change is refused, so none is done.
                #expect(
                    await refusal {
                        try await vault.commit([
                            .deleteCredentials(["n0", "n1", "n2"]), .removeJournal("n0"),
                            .promotePendingDocument(.holder),
                        ])
                    }?.code == .notFound)
            case 8:
                await vault.close()
                vault = try await world.open()
            default:
                if try await vault.isLock {
                    await vault.lock()
                    try await vault.authenticateLock(passcode: VaultWorld.passcode)
                    if Bool.random(using: &random) { try await vault.removeLock(passcode: VaultWorld.passcode) }
                } else {
                    try await vault.registerLock(passcode: VaultWorld.passcode)
                }
            }
            if try await vault.isLocked { try await vault.authenticateLock(passcode: VaultWorld.passcode) }
            let held = Model(
                credentials: Dictionary(
                    uniqueKeysWithValues: try await vault.credentials().map { ($0.id, $0.schemaID) }),
                journal: Dictionary(uniqueKeysWithValues: try await vault.journalEntries().map { ($0.id, $0.state) }),
                keys: Set(try await vault.keyInfos(.holder).map(\.id)), hasToken: try await vault.walletToken() != nil)
            #expect(held == model, "step \(step)")
        }
        await vault.close()
    }
}
