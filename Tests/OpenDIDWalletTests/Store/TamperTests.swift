import Foundation
import GRDB
import OpenDID_DataModel
import Testing

@testable import OpenDIDWallet

@Suite("Altered rows")
struct TamperTests: VaultFileEdits {
    @Test("a flipped byte anywhere in an encrypted row is reported", arguments: [false, true])
    func flippedRows(_ lock: Bool) async throws {
        let world = VaultWorld()
        try await full(world, lock: lock)
        let all = try blobs(world)
        // Every kind of row is there.
        #expect(Set(all.map(\.name)) == Set(RowName.Kind.allCases.map(\.rawValue)))
        for blob in all {
            for place in [0, 12, blob.value.count / 2, blob.value.count - 1] {
                var altered = blob.value
                altered[altered.startIndex + place] ^= 1 << UInt8(place % 8)
                try edit(world) {
                    try $0.execute(sql: "UPDATE item SET value = ? WHERE rowid = ?", arguments: [altered, blob.row])
                }
                #expect(
                    await refusal { try await readAll(world, lock: lock) }?.code == .damaged, "\(blob.name) at \(place)"
                )
            }
            try edit(world) {
                try $0.execute(sql: "UPDATE item SET value = ? WHERE rowid = ?", arguments: [blob.value, blob.row])
            }
        }
        try await readAll(world, lock: lock)
    }

    @Test("a changed byte of the records that are readable without a key is reported", arguments: [false, true])
    func flippedPlainRows(_ lock: Bool) async throws {
        let world = VaultWorld()
        try await full(world, lock: lock)
        var plain: [(String, Data)] = []
        try edit(world) { db in
            for row in try Row.fetchAll(db, sql: "SELECT name, value FROM plain") {
                plain.append((row["name"], row["value"]))
            }
        }
        #expect(plain.contains { $0.0 == PlainRows.header })
        #expect(plain.contains { $0.0 == PlainRows.lockAttempts } == lock)
        // The others are read when a PIN is tried and when biometric keys are swept.
        for (name, value) in plain where [PlainRows.header, PlainRows.lockAttempts].contains(name) {
            for place in stride(from: 0, to: value.count, by: 19) {
                var altered = value
                altered[altered.startIndex + place] ^= 0x10
                try edit(world) {
                    try $0.execute(sql: "UPDATE plain SET value = ? WHERE name = ?", arguments: [altered, name])
                }
                #expect(await refusal { try await readAll(world, lock: lock) }?.code == .damaged, "\(name) at \(place)")
            }
            try edit(world) { try $0.execute(sql: "DELETE FROM plain WHERE name = ?", arguments: [name]) }
            #expect(await refusal { try await readAll(world, lock: lock) }?.code == .damaged, "\(name) removed")
            try edit(world) {
                try $0.execute(sql: "INSERT INTO plain (name, value) VALUES (?, ?)", arguments: [name, value])
            }
        }
        try await readAll(world, lock: lock)
    }

    @Test("swapped rows are reported")
    func swappedRows() async throws {
        let world = VaultWorld()
        try await full(world)
        let all = try blobs(world)
        for (left, right) in zip(all, all.dropFirst()) {
            func put(_ a: Data, _ b: Data) throws {
                try edit(world) { db in
                    try db.execute(sql: "UPDATE item SET value = ? WHERE rowid = ?", arguments: [a, left.row])
                    try db.execute(sql: "UPDATE item SET value = ? WHERE rowid = ?", arguments: [b, right.row])
                }
            }
            try put(right.value, left.value)
            #expect(await refusal { try await readAll(world) }?.code == .damaged, "\(left.name) and \(right.name)")
            try put(left.value, right.value)
        }
        try await readAll(world)
    }

    @Test("a row that was removed, added or renamed is reported")
    func removedRows() async throws {
        let world = VaultWorld()
        try await full(world)
        for blob in try blobs(world) {
            let saved = try Data(contentsOf: world.database)
            for sql in [
                "DELETE FROM item WHERE rowid = ?", "UPDATE item SET id = id || 'x' WHERE rowid = ?",
                "UPDATE item SET kind = 'x' WHERE rowid = ?",
                "INSERT INTO item (kind, id, value) SELECT kind, 'copy', value FROM item WHERE rowid = ?",
                "UPDATE item SET value = 'text' WHERE rowid = ?", "UPDATE item SET value = x'' WHERE rowid = ?",
            ] {
                try edit(world) { try $0.execute(sql: sql, arguments: [blob.row]) }
                #expect(await refusal { try await readAll(world) }?.code == .damaged, "\(blob.name): \(sql)")
                try restore(saved, world)
            }
        }
        try await readAll(world)
    }

    @Test("a row or a header that was replaced with an older one is reported")
    func olderRows() async throws {
        let world = VaultWorld()
        let vault = try await world.operating()
        try await vault.changePIN(.holder, keyID: "pin", old: VaultWorld.pin, new: SecretText("654321"))
        try await vault.registerLock(passcode: VaultWorld.passcode)
        await vault.close()
        var oldHeader: Data?, oldKey: Data?
        try edit(world) { db in
            oldHeader = try Data.fetchOne(db, sql: "SELECT value FROM plain WHERE name = 'header'")
            oldKey = try Data.fetchOne(db, sql: "SELECT value FROM item WHERE kind = 'key' AND id = 'holder/pin'")
        }
        let again = try await world.open()
        try await again.authenticateLock(passcode: VaultWorld.passcode)
        try await again.changePIN(.holder, keyID: "pin", old: SecretText("654321"), new: VaultWorld.pin)
        try await again.changeLock(old: VaultWorld.passcode, new: SecretText("another one"))
        await again.close()
        let saved = try Data(contentsOf: world.database)
        try edit(world) {
            try $0.execute(
                sql: "UPDATE item SET value = ? WHERE kind = 'key' AND id = 'holder/pin'", arguments: [oldKey])
        }
        var locked = try await world.open()
        #expect(
            await refusal { try await locked.authenticateLock(passcode: SecretText("another one")) }?.code == .damaged)
        await locked.close()
        try restore(saved, world)
        try edit(world) {
            try $0.execute(sql: "UPDATE plain SET value = ? WHERE name = 'header'", arguments: [oldHeader])
        }
        locked = try await world.open()
        #expect(await refusal { try await locked.authenticateLock(passcode: VaultWorld.passcode) }?.code == .damaged)
        await locked.close()
    }

    @Test("a row that is altered while the vault is open is reported when it is read")
    func alteredWhileOpen() async throws {
        let vault = try await VaultWorld().operating(.memory)
        try await vault.commit([.addCredential(bytes: VaultWorld.credential(id: "c1"), replacingSameSchema: false)])
        try await vault.database.write { db in try db.execute(sql: "DELETE FROM item WHERE kind = 'credential'") }
        #expect(await refusal { try await vault.credentials() }?.code == .damaged)
        #expect(await refusal { try await vault.exportBackup(passphrase: SecretText("12345678")) }?.code == .damaged)
    }
}
