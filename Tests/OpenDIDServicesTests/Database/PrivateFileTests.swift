import Foundation
import GRDB
import HeraldLocks
import HeraldPeer
import OpenDID_DataModel
import TestSupport
import Testing

@testable import OpenDIDServices

@Suite("Files of the servers")
struct PrivateFileTests {
    private let directory: TemporaryFolder

    /// A directory that others may look into.
    init() throws {
        directory = try TemporaryFolder()
        chmod(directory.url.path, 0o755)
    }

    private func mode(_ name: String) throws -> Int {
        let path = directory.url.appendingPathComponent(name).path
        return try #require(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int)
    }

    private var database: String { directory.url.appendingPathComponent("opendid.sqlite").path }

    private func open() throws -> SQLiteDatabase {
        try SQLiteDatabase(.directory(directory.url), migrations: TransactionSchema.migrations)
    }

    @Test(
        "attack 25: in a directory that others may read, only the owner can read the database and its files"
    )
    func newFiles() async throws {
        let opened = try open()
        try await opened.write { rows in try rows.sqlite.execute(sql: "CREATE TABLE x (y)") }
        for name in ["opendid.sqlite", "opendid.sqlite-wal", "opendid.sqlite-shm", "lock"] {
            #expect(try mode(name) == 0o600, "\(name)")
        }
        await opened.close()
    }

    @Test("attack 25: opening files that others can read removes their access to them")
    func readableFiles() async throws {
        let opened = try open()
        try await opened.write { rows in try rows.sqlite.execute(sql: "CREATE TABLE x (y)") }
        for suffix in ["", "-wal", "-shm"] { chmod(database + suffix, 0o644) }
        let again = try open()
        for suffix in ["", "-wal", "-shm"] { #expect(try mode("opendid.sqlite" + suffix) == 0o600, "\(suffix)") }
        await again.close()
        await opened.close()
    }

    @Test(
        "attack 25: only the owner can read a file from its first byte, and a file of the same name is replaced completely"
    )
    func writing() throws {
        let path = directory.url.appendingPathComponent("presentation.json").path
        try Data("old".utf8).write(to: URL(fileURLWithPath: path))
        chmod(path, 0o644)
        try PrivateFile.write(Array("new".utf8), to: path)
        #expect(try mode("presentation.json") == 0o600)
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data("new".utf8))
        let log = directory.url.appendingPathComponent("peer-calls").path
        _ = FileManager.default.createFile(
            atPath: log, contents: Data("old".utf8), attributes: [.posixPermissions: 0o666])
        let handle = try PrivateFiles.make(log)
        try handle.write(contentsOf: Data("line".utf8))
        #expect(try mode("peer-calls") == 0o600)
        #expect(try Data(contentsOf: URL(fileURLWithPath: log)) == Data("line".utf8))
    }

    @Test(
        "attack 25: the servers do not start with a key file that others can read, and the error says what to do")
    func keyFile() throws {
        let keys = try StorageKeys(
            directory: directory.url, passphrase: nil, random: { [UInt8](repeating: 7, count: $0) })
        _ = try keys.seal(of: .tas)
        #expect(try mode("keys") == 0o700 && mode("keys/tas.key") == 0o600)
        chmod(directory.url.appendingPathComponent("keys/tas.key").path, 0o640)
        #expect { try keys.seal(of: .tas) } throws: { error in
            (error as? ServicesError)?.code == .storageKey && "\(error)".contains("chmod 600")
        }
    }

    @Test("attack 25: push tokens are encrypted, and the file has none in the clear")
    func pushTokens() async throws {
        let world = try await CoreWorld { $0.storage = .directory(directory.url) }
        let seal = try StorageKeys(
            directory: directory.url, passphrase: nil, random: { [UInt8](repeating: 0, count: $0) }
        ).seal(of: .tas)
        let token = "token-of-a-phone-"
        try await world.assembly.database.write { rows in
            for number in 0..<450 {
                let (wallet, did) = ("w\(number)", "did:omn:u\(number)")
                try rows.insert(
                    WalletRecord(walletID: wallet, deviceDID: "did:omn:w\(number)", status: .assigned),
                    by: WalletRecord.Registration(request: Array("\(number)".utf8), transactionID: "t"),
                    at: UTCInstant(seconds: 0))
                try rows.insert(
                    UserRecord(did: did, walletID: wallet, appID: "app", sealedPII: [0]), ofPerson: "k",
                    at: UTCInstant(seconds: 0))
                try rows.setPushToken(
                    UserRecord.sealedPushToken(token + "\(number)", of: did, seal), ofUser: did)
            }
        }
        let user = try await world.assembly.database.read { rows in try rows.userRecord("did:omn:u449", for: .read) }
        #expect(try user?.pushToken(seal) == token + "449")
        await world.assembly.database.close()
        #expect(try Data(contentsOf: URL(fileURLWithPath: database)).range(of: Data(token.utf8)) == nil)
    }
}
