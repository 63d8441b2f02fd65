import Foundation
import HeraldPeer
import SDNIdentity
import SDNWire
import TestSupport
import Testing

@testable import SDNGateway

@Suite("Backups of a gateway's SQLite file", .timeLimit(.minutes(10)))
struct GatewayBackupTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private var backupFolder: URL { folder.url.appendingPathComponent("backup", isDirectory: true) }

    private func open(_ name: String) throws -> SQLiteGatewayDatabase {
        try SQLiteGatewayDatabase(path: folder.path(name), clock: { Timestamp(milliseconds: 5) })
    }

    private func challenges(_ database: SQLiteGatewayDatabase) -> DatabaseChallengeStore {
        DatabaseChallengeStore(database, lifetime: .seconds(300), capacity: 100, capacityPerRemote: 100)
    }

    private func record(_ wallet: TestWallet, in database: SQLiteGatewayDatabase) async throws {
        let challenge = wallet.challenge("login", operation: .create, updated: "then")
        try await DatabaseDIDStore(database, serverName: "x").record(wallet.login(challenge))
    }

    private func dids(of wallet: TestWallet, in database: SQLiteGatewayDatabase) async throws -> [SDNDID] {
        try await DatabaseDIDStore(database, serverName: "x").dids(of: wallet.address)
    }

    /// Makes a backup of a file with one DID.
    private func backup() async throws -> GatewayBackup {
        let database = try open("gateway.sqlite")
        try await record(TestWallet(9), in: database)
        await database.close()
        return try GatewayBackup.make(of: folder.path("gateway.sqlite"), at: backupFolder, program: "test")
    }

    private var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted() }
    }

    @Test("a backup of a file in use restores what was written before it, and no challenge that was open")
    func whileInUse() async throws {
        let (early, late) = (try TestWallet(9), try TestWallet(10))
        let database = try open("gateway.sqlite")
        try await record(early, in: database)
        try await challenges(database).open(early.challenge("open"), remote: "192.0.2.1")
        _ = try GatewayBackup.make(of: folder.path("gateway.sqlite"), at: backupFolder, program: "test")
        try await record(late, in: database)
        #expect(try await challenges(database).find(nonce: "open") == early.challenge("open"), "the gateway goes on")
        for (name, _) in folder.files where name.hasPrefix("backup/") {
            let mode = try FileManager.default.attributesOfItem(atPath: folder.path(name))[.posixPermissions] as? Int
            #expect((mode ?? 0o777) & 0o077 == 0, "\(name)")
        }

        try GatewayBackup.verified(backupFolder).restore(to: folder.path("new.sqlite"))
        let facts = try FileManager.default.attributesOfItem(atPath: folder.path("new.sqlite"))
        #expect(facts[.posixPermissions] as? Int == 0o600)
        #expect(try names.filter { $0.hasPrefix("new") } == ["new.sqlite"], "no draft is left")
        let restored = try open("new.sqlite")
        #expect(try await dids(of: early, in: restored) == [early.did])
        #expect(try await dids(of: late, in: restored) == [])
        #expect(await code { _ = try await challenges(restored).find(nonce: "open") } == .forbidden)
        await restored.close()
        await database.close()
    }

    @Test(
        "a restore changes neither a database that exists nor the files that SQLite left of one",
        arguments: ["", "-wal", "-shm", "-journal"])
    func taken(suffix: String) async throws {
        let backup = try await backup(), path = folder.path("target.sqlite")
        try Data("earlier".utf8).write(to: URL(fileURLWithPath: path + suffix))
        let before = try names
        let error = #expect(throws: GatewayError.self) { try backup.restore(to: path) }
        #expect(error?.code == .backup && error?.field == path + suffix)
        #expect(try names == before)
        #expect(try Data(contentsOf: URL(fileURLWithPath: path + suffix)) == Data("earlier".utf8))
    }

    @Test("a damaged or missing file of a backup is named, and an unknown manifest is refused")
    func damaged() async throws {
        _ = try await backup()
        let database = backupFolder.appendingPathComponent("gateway.sqlite")
        let manifest = backupFolder.appendingPathComponent("manifest.json")
        func refusal(_ file: URL, _ change: (inout Data) -> Void) throws -> String {
            let old = try Data(contentsOf: file)
            var new = old
            change(&new)
            try new.write(to: file)
            let error = #expect(throws: GatewayError.self) { try GatewayBackup.verified(backupFolder) }
            try old.write(to: file)
            #expect(error?.field == file.path)
            return error?.reason ?? ""
        }
        #expect(try refusal(database) { $0[$0.count / 2] ^= 1 }.contains("the file is damaged"))
        #expect(try refusal(database) { $0.removeLast(100) }.contains("the manifest says"))
        #expect(try refusal(manifest) { $0.removeLast(5) }.contains("the file is damaged"))
        for (old, new, reason) in [
            ("\"version\":1", "\"version\":2", "another version of Herald made this backup"),
            ("herald-gateway-backup", "herald-node-backup", "does not describe a backup of a gateway"),
        ] {
            let said = try refusal(manifest) { data in
                data = Data(String(decoding: data, as: UTF8.self).replacing(old, with: new).utf8)
            }
            #expect(said.contains(reason))
        }
        #expect(try GatewayBackup.verified(backupFolder).manifest.program == "test")
        try FileManager.default.removeItem(at: manifest)
        #expect(throws: GatewayError.self) { try GatewayBackup.verified(backupFolder) }
    }

    @Test("a file that does not exist or is no gateway's leaves no backup")
    func sources() throws {
        let absent = #expect(throws: GatewayError.self) {
            try GatewayBackup.make(of: folder.path("none.sqlite"), at: backupFolder, program: "test")
        }
        #expect(absent?.code == .backup)
        try Data(repeating: 0x41, count: 4_096).write(to: URL(fileURLWithPath: folder.path("other.sqlite")))
        let foreign = #expect(throws: GatewayError.self) {
            try GatewayBackup.make(of: folder.path("other.sqlite"), at: backupFolder, program: "test")
        }
        #expect(foreign?.code == .databaseUnreadable)
        #expect(try names == ["other.sqlite"])
    }

    @Test(
        "an error of a gateway's backup keeps its sentence and has a declared code",
        arguments: [
            (BackupFailure.Kind.refused, GatewayError.Code.backup), (.unwritable, .dataUnwritable),
            (.damagedDatabase, .databaseUnreadable), (.newerDatabase, .databaseTooNew),
        ])
    func described(kind: BackupFailure.Kind, code: GatewayError.Code) {
        let failure = BackupFailure(kind, path: "/backup/file", reason: "the file is a test's")
        let error = GatewayError(failure)
        #expect(error.code == code && error.field == "/backup/file")
        #expect(error.description == failure.description)
    }
}
