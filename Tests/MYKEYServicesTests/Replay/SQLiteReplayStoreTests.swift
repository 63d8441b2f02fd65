import Foundation
import GRDB
import HeraldJSON
import HeraldKeys
import MYKEYServices
import MYKEYWire
import TestSupport
import Testing

@Suite("The replay store")
struct SQLiteReplayStoreTests {
    private let cast: LoginCast

    init() throws { cast = try LoginCast() }

    private func withFile(_ body: (_ path: String) async throws -> Void) async throws {
        let folder = try TemporaryFolder()
        defer { withExtendedLifetime(folder) {} }
        try await body(folder.path("replay.sqlite"))
    }

    @Test("recorded logins, replies, pending logins and their results survive a restart")
    func restart() async throws {
        try await withFile { path in
            let first = try SQLiteReplayStore(path: path)
            var service = try cast.service(store: first)
            try await service.bind(uuID: "user-1")
            let pending = try await service.beginLogin()
            let waiting = try await service.beginLogin()
            let members = try cast.bound()
            let browser = try cast.body(uuID: pending.uuID)
            #expect(await service.receive(members.serialized()).login != nil)
            let login = try #require(await service.receive(browser).login)
            first.close()

            let second = try SQLiteReplayStore(path: path)
            defer { second.close() }
            service = try cast.service(store: second)
            cast.clock.advance(by: .seconds(300))
            var changed = members
            changed["extra"] = 1
            #expect(await service.receive(changed.serialized()).refusal?.check == .replayed)
            #expect(await service.receive(members.serialized()).isRepeated)
            #expect(await service.receive(browser).isRepeated)
            #expect(try await service.status(of: pending.session) == .accepted(login))
            #expect(await service.receive(try cast.body(uuID: waiting.uuID)).login != nil)
            #expect(await service.receive(try cast.bound().serialized()).login != nil)
        }
    }

    @Test("only its owner can read the file, which has the IDs of pending logins")
    func privateFile() async throws {
        try await withFile { path in
            let store = try SQLiteReplayStore(path: path)
            defer { store.close() }
            try await cast.service(store: store).bind(uuID: "user-1")
            for path in [path, path + "-wal", path + "-shm"] {
                #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
            }
        }
    }

    @Test("only one of two processes with the same file records a login")
    func twoProcesses() async throws {
        try await withFile { path in
            let stores = [try SQLiteReplayStore(path: path), try SQLiteReplayStore(path: path)]
            defer { for store in stores { store.close() } }
            // While one process runs `onLogin`, the other may call it too, with the same id.
            let seen = AnnouncedLogins()
            let services = try stores.map { try cast.service(store: $0) { seen.add($0) } }
            for round in 0..<10 {
                let body = try cast.body(uuID: try await services[round % 2].beginLogin().uuID)
                let answers = await withTaskGroup(of: CallbackAnswer.self) { group in
                    for place in 0..<8 { group.addTask { await services[place % 2].receive(body) } }
                    return await group.reduce(into: []) { $0.append($1) }
                }
                #expect(answers.count { $0.login != nil } == 1 && answers.allSatisfy { $0.reply.isSuccess })
            }
            #expect(Set(seen.ids).count == 10)
        }
    }

    @Test("expired rows are deleted")
    func ended() async throws {
        try await withFile { path in
            let store = try SQLiteReplayStore(path: path)
            let service = try cast.service(store: store)
            for _ in 0..<5 {
                _ = await service.receive(try cast.body(uuID: try await service.beginLogin().uuID))
                _ = try await service.beginLogin()
            }
            try await service.bind(uuID: "user-1")
            cast.clock.advance(by: .seconds(1000))
            _ = try await service.beginLogin()
            store.close()
            let database = try DatabaseQueue(path: path)
            let counts = try await database.read { db in
                try ["mykey_expected", "mykey_signed", "mykey_reply", "mykey_login"].map {
                    try Int.fetchOne(db, sql: "SELECT count(*) FROM \($0)") ?? -1
                }
            }
            #expect(counts == [2, 0, 0, 0], "the binding and the new login stay")
        }
    }

    @Test("a uuID with additional characters, or in another spelling, is another uuID")
    func zeroByte() async throws {
        let service = try cast.service(store: try SQLiteReplayStore.inMemory())
        try await service.bind(uuID: "user-1")
        for uuID in ["user-1\u{0}", "user-1\u{0}x", "USER-1", "user-1 ", "us\u{AD}er-1"] {
            #expect(await service.receive(try cast.body(uuID: uuID)).refusal?.check == .uuid)
        }
        #expect(await service.receive(try cast.bound().serialized()).login != nil)
    }

    @Test("a uuID has only one pending login at a time")
    func twice() async throws {
        let store = try SQLiteReplayStore.inMemory()
        let service = try cast.service(store: store)
        let pending = try await service.beginLogin()
        await #expect(throws: MYKEYServicesError.self) { try await store.expect(pending, now: cast.clock.now) }
        await #expect(throws: MYKEYServicesError.self) { try await service.bind(uuID: pending.uuID.uppercased()) }
        try await service.bind(uuID: "user-1")
        try await service.bind(uuID: "user-1")
    }

    @Test("a pending login expires")
    func ends() async throws {
        let service = try cast.service(store: try SQLiteReplayStore.inMemory())
        let uuID = try await service.beginLogin(lifetime: .seconds(60)).uuID
        cast.clock.advance(by: .seconds(61))
        #expect(await service.receive(try cast.body(uuID: uuID)).refusal?.check == .uuid)
    }

    @Test(
        "a damaged file, and files of a newer version and from before the first release, are refused and not changed"
    )
    func badFiles() async throws {
        try await withFile { path in
            let garbage = Data((0..<5000).map { UInt8(truncatingIfNeeded: $0 * 7) })
            try garbage.write(to: URL(fileURLWithPath: path))
            #expect(throws: MYKEYServicesError.self) { try SQLiteReplayStore(path: path) }
            #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == garbage)
        }
        try await withFile { path in
            try SQLiteReplayStore(path: path).close()
            let database = try DatabaseQueue(path: path)
            try await database.write { db in try db.execute(sql: "INSERT INTO grdb_migrations VALUES ('mykey-99')") }
            try database.close()
            let error = #expect(throws: MYKEYServicesError.self) { try SQLiteReplayStore(path: path) }
            #expect(error?.code == .databaseTooNew)
        }
        try await withFile { path in
            try SQLiteReplayStore(path: path).close()
            let database = try DatabaseQueue(path: path)
            try await database.write { db in
                try db.execute(
                    sql: "DELETE FROM grdb_migrations; INSERT INTO grdb_migrations VALUES ('mykey-1')")
            }
            let error = #expect(throws: MYKEYServicesError.self) { try SQLiteReplayStore(path: path) }
            #expect(error?.code == .databaseTooOld)
            #expect(
                try await database.read { db in try String.fetchAll(db, sql: "SELECT identifier FROM grdb_migrations") }
                    == ["mykey-1"])
            try database.close()
        }
        #expect(throws: MYKEYServicesError.self) { try SQLiteReplayStore(path: "/nowhere/at/all/replay.sqlite") }
    }

    @Test("a session has 32 lower-case digits and does not print itself")
    func sessions() throws {
        let text = String(repeating: "0a", count: 16)
        let session = try LoginSession(text)
        #expect(session.exposedText == text && !"\(session)".contains("0a"))
        for bad in ["", text.uppercased(), text + "00", String(text.dropLast())] {
            #expect(throws: MYKEYServicesError.self) { try LoginSession(bad) }
        }
    }
}
