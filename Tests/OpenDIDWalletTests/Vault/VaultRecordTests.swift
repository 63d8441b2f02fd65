import Foundation
import Testing

@testable import OpenDIDWallet

@Suite("Records that an app stores in a wallet")
struct VaultRecordTests {
    private let settings = Array("{\"server\":\"https://servers.example.org\"}".utf8)

    @Test("a record is there after opening and in a restored backup, and nowhere in the clear")
    func kept() async throws {
        let world = VaultWorld()
        let vault = try await world.created()
        #expect(try await vault.record(named: "settings") == nil)
        try await vault.setRecord(settings, named: "settings")
        let backup = try await vault.exportBackup(passphrase: SecretText("a long passphrase"))
        try await vault.registerLock(passcode: VaultWorld.passcode)
        await vault.close()
        for file in try FileManager.default.contentsOfDirectory(at: world.directory, includingPropertiesForKeys: nil) {
            #expect(
                try Data(contentsOf: file).range(of: Data("servers.example.org".utf8)) == nil,
                "\(file.lastPathComponent)")
        }
        #expect(Data(backup).range(of: Data("servers.example.org".utf8)) == nil)

        let again = try await world.open()
        #expect(await refusal { try await again.record(named: "settings") }?.code == .locked)
        try await again.authenticateLock(passcode: VaultWorld.passcode)
        #expect(try await again.record(named: "settings") == settings)
        try await again.deleteWallet(all: false)
        #expect(try await again.record(named: "settings") == settings)
        try await again.setRecord(nil, named: "settings")
        #expect(try await again.record(named: "settings") == nil)
        await again.close()

        let restored = try await VaultWorld().open(.memory)
        try await restored.restoreBackup(backup, passphrase: SecretText("a long passphrase"))
        #expect(try await restored.record(named: "settings") == settings)
    }

    @Test("invalid names and sizes are refused")
    func refused() async throws {
        let vault = try await VaultWorld().open(.memory)
        for name in ["", "Settings", "a/b", "a b", String(repeating: "a", count: 65)] {
            #expect(await refusal { try await vault.setRecord([], named: name) }?.code == .parameter, "\(name)")
        }
        let large = [UInt8](repeating: 0, count: VaultRecord.limit + 1)
        #expect(await refusal { try await vault.setRecord(large, named: "a") }?.code == .parameter)
        try await vault.setRecord(Array(large.dropLast()), named: "a.b-1")
    }
}
