import Foundation
import Testing

@testable import OpenDIDWallet

@Suite("Durability")
struct DurabilityTests {
    @Test("every commit waits for the disk, and deleted data is overwritten")
    func settings() async throws {
        let world = VaultWorld()
        let vault = try await world.created()
        // 2 is FULL.
        #expect(try await vault.setting("synchronous") == 2)
        #expect(try await vault.setting("secure_delete") == 1)
        #expect(FileManager.default.fileExists(atPath: world.database.path + "-wal"))
        await vault.close()
    }

    @Test("a copy of the files at any time is the vault before or after a commit")
    func copies() async throws {
        let world = VaultWorld()
        let vault = try await world.operating()
        for number in 0..<12 {
            try await vault.commit([
                .addCredential(bytes: VaultWorld.credential(id: "c\(number)"), replacingSameSchema: true),
                .putJournal(JournalEntry(id: "run", flow: "issue-vc", state: [UInt8(number)])),
            ])
            // The files as a power cut would leave them: the log is there, and nothing was closed.
            let copy = VaultWorld()
            try FileManager.default.createDirectory(at: copy.directory, withIntermediateDirectories: true)
            for name in ["wallet.sqlite", "wallet.sqlite-wal", "wallet.key"] {
                try FileManager.default.copyItem(
                    at: world.directory.appendingPathComponent(name), to: copy.directory.appendingPathComponent(name))
            }
            // Half of the log's last page is missing in every other copy.
            if number % 2 == 1 {
                let log = copy.directory.appendingPathComponent("wallet.sqlite-wal")
                try Data(contentsOf: log).dropLast(2000).write(to: log)
            }
            let opened = try await copy.open()
            let ids = try await opened.credentials().map(\.id)
            let states = try await opened.journalEntries().map(\.state)
            if number % 2 == 0 {
                #expect(ids == ["c\(number)"])
                #expect(states == [[UInt8(number)]])
            } else {
                // One commit short or not, both parts agree.
                #expect(ids.count == 1)
                #expect(ids == states.map { "c\($0[0])" })
            }
            await opened.close()
        }
        await vault.close()
    }
}
