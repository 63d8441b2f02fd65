import Foundation
import GRDB
import OpenDID_DataModel
import TestSupport
import Testing

@testable import OpenDIDWallet

@Suite("Damaged files")
struct FileDamageTests: VaultFileEdits {
    @Test("a database file that was cut off, emptied or overwritten is reported and not changed")
    func brokenFiles() async throws {
        let world = VaultWorld()
        try await full(world)
        let whole = try Data(contentsOf: world.database)
        var random = SystemRandomNumberGenerator()
        let noise = Data((0..<whole.count).map { _ in UInt8.random(in: 0...255, using: &random) })
        for (name, content) in [
            ("empty", Data()), ("half", whole.prefix(whole.count / 2)), ("one page", whole.prefix(4096)),
            ("noise", noise),
            ("text", Data("not a database".utf8)),
        ] {
            try restore(content, world)
            let error = await refusal { try await readAll(world) }
            #expect(error?.code == .damaged, "\(name): \(error.map(String.init(describing:)) ?? "")")
            if name != "empty", name != "one page" {
                #expect(try Data(contentsOf: world.database) == content, "\(name)")
            }
        }
        try restore(whole, world)
        try await readAll(world)
    }

    @Test("flipped bytes anywhere in the database file are reported or harmless")
    func flippedFile() async throws {
        let world = VaultWorld()
        try await full(world)
        let whole = try Data(contentsOf: world.database)
        var random = SeededGenerator(seed: 42)
        var told = 0
        for _ in 0..<60 {
            var altered = whole
            altered[altered.startIndex + Int.random(in: 0..<whole.count, using: &random)] ^=
                1 << UInt8.random(in: 0..<8, using: &random)
            try restore(altered, world)
            do {
                try await readAll(world)
                // Nobody reads that byte, or the file says the same with it.
                let vault = try await world.open()
                #expect(try await vault.credentials().map(\.id) == ["c1", "c2"])
                #expect(try await vault.journalEntries().count == 1)
                #expect(try await vault.keyInfos(.holder).count == 3)
                await vault.close()
            } catch {
                told += 1
                let code = (error as? WalletError)?.code
                #expect(code == .damaged || code == .tooNew || code == .storage, "\(error)")
            }
        }
        #expect(told > 0)
    }

    @Test("the intact parts of a damaged vault can be saved", arguments: [false, true])
    func salvage(_ lock: Bool) async throws {
        let world = VaultWorld()
        try await full(world, lock: lock)
        let passphrase = SecretText("a long passphrase")
        var credentials = try blobs(world).filter { $0.name == "credential" }
        let damaged = credentials.removeFirst()
        try edit(world) { db in
            try db.execute(
                sql: "UPDATE item SET value = ? WHERE rowid = ?",
                arguments: [Data(damaged.value.reversed()), damaged.row])
            try db.execute(sql: "UPDATE item SET value = x'01' WHERE kind = 'token' OR kind = 'ledger'")
        }
        #expect(await refusal { try await readAll(world, lock: lock) }?.code == .damaged)
        func salvage(_ passcode: SecretText?) async throws -> SalvagedWallet {
            try await WalletVault.salvage(
                world.directory, passcode: passcode, passphrase: passphrase, parameters: .fast, now: { world.now() })
        }
        if lock {
            #expect(await refusal { try await salvage(nil) }?.code == .locked)
            #expect(await refusal { try await salvage(SecretText("wrong")) }?.code == .wrongPasscode)
        }
        let saved = try await salvage(lock ? VaultWorld.passcode : nil)
        #expect(saved.lost == ["credential": 1, "token": 1])
        let restored = try await VaultWorld().open(.memory)
        try await restored.restoreBackup(saved.backup, passphrase: passphrase)
        #expect(try await restored.credentials().count == 1)
        #expect(try await restored.state() == .operation)
        try await restored.authenticatePIN(.holder, keyID: "pin", pin: VaultWorld.pin)
        // The damaged vault is as damaged as before.
        #expect(await refusal { try await readAll(world, lock: lock) }?.code == .damaged)
        #expect(
            await refusal { try await WalletVault.salvage(VaultWorld().directory, passphrase: passphrase) }?.code
                == .notFound)
    }

    @Test("a vault of a newer version is not changed")
    func newer() async throws {
        let world = VaultWorld()
        try await full(world)
        try edit(world) { try $0.execute(sql: "INSERT INTO grdb_migrations (identifier) VALUES ('99')") }
        #expect(await refusal { try await world.open() }?.code == .tooNew)
    }

    @Test("an unfinished new vault is created again, and an old one's log is not applied to it")
    func unfinished() async throws {
        let world = VaultWorld()
        try FileManager.default.createDirectory(at: world.directory, withIntermediateDirectories: true)
        try Data("half a vault".utf8).write(to: world.directory.appendingPathComponent("wallet.sqlite.new"))
        try Data("an old log".utf8).write(to: world.directory.appendingPathComponent("wallet.sqlite-wal"))
        let vault = try await world.created()
        #expect(try await vault.state() == .created)
        await vault.close()
    }
}
