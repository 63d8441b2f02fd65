import Foundation
import GRDB
import HeraldJSON
import HeraldKeys
import MYKEYWire
import TestSupport
import Testing

@testable import MYKEYServices

@Suite("Announcements of logins")
struct AnnouncedLoginTests {
    private static let rules = CallbackRules(
        dappKeys: ["KEY"], tagged: .checked(domain: "dapp.example"), returning: .bound(to: ["demoscheme"]))

    private let cast: LoginCast
    private let folder: TemporaryFolder

    init() throws {
        cast = try LoginCast()
        folder = try TemporaryFolder()
    }

    private func open() throws -> SQLiteReplayStore { try SQLiteReplayStore(path: folder.path("replay.sqlite")) }

    /// A login whose wallet returns a code.
    private func taggedBody(_ login: PendingLogin) throws -> [UInt8] {
        var members = try cast.members(uuID: login.uuID)
        let message = try SignInMessage(
            domain: "dapp.example", account: AccountText(cast.eos.text), uri: "https://dapp.example/",
            chain: .eosMainNet, nonce: login.nonce, issuedAt: SignInTime(cast.clock.now),
            resources: [LoginReturn.url("demoscheme://h").resource])
        members["siwx"] = [
            "message": .string(message.text), "signature": .string(try cast.eosKey.sign(message.text).text),
        ]
        return members.serialized()
    }

    @Test(
        "if the process ends before the announcement of a login is recorded, the repeated post announces it again, once",
        arguments: [true, false])
    func repeatedPost(isBound: Bool) async throws {
        let seen = AnnouncedLogins()
        let first = try open()
        // The store closes while `onLogin` runs, so that the announcement is not recorded.
        let before = try cast.service(store: first) { login in
            seen.add(login)
            first.close()
        }
        let body: [UInt8]
        if isBound {
            try await before.bind(uuID: "user-1")
            body = try cast.bound().serialized()
        } else {
            body = try cast.body(uuID: try await before.beginLogin().uuID)
        }
        let login = try #require(await before.receive(body).login)
        let second = try open()
        defer { second.close() }
        let after = try cast.service(store: second) { seen.add($0) }
        for _ in 0..<2 { #expect(await after.receive(body).isRepeated) }
        #expect(seen.ids == [login.id, login.id])
    }

    @Test(
        "if the process ends before the announcement of a claimed login is recorded, the next status announces it again, once"
    )
    func repeatedStatus() async throws {
        let seen = AnnouncedLogins()
        let first = try open()
        let before = try cast.service(store: first, rules: Self.rules) { login in
            seen.add(login)
            first.close()
        }
        let pending = try await before.beginLogin()
        let body = try taggedBody(pending)
        let code = try #require(await before.receive(body).reply.returnCode)
        #expect(await before.receive(body).isRepeated)
        #expect(seen.ids.isEmpty, "nobody knows yet which session logs in")
        let status = try await before.status(of: pending.session, code: code)
        let second = try open()
        defer { second.close() }
        let after = try cast.service(store: second, rules: Self.rules) { seen.add($0) }
        for _ in 0..<2 { #expect(try await after.status(of: pending.session) == status) }
        #expect(await after.receive(body).isRepeated)
        #expect(seen.ids.count == 2 && Set(seen.ids).count == 1)
    }

    @Test("many simultaneous status requests with a login's code announce it once")
    func concurrentStatus() async throws {
        let seen = AnnouncedLogins()
        let service = try cast.service(store: try open(), rules: Self.rules) { seen.add($0) }
        let pending = try await service.beginLogin()
        let code = try #require(await service.receive(try taggedBody(pending)).reply.returnCode)
        let accepted = try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<30 {
                group.addTask {
                    if case .accepted = try await service.status(of: pending.session, code: code) { return true }
                    return false
                }
            }
            return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(accepted == 30 && seen.ids.count == 1)
    }

    @Test("a cancelled caller does not stop the claim and the announcement of a login halfway")
    func cancelled() async throws {
        let seen = AnnouncedLogins()
        let service = try cast.service(store: try open(), rules: Self.rules) { login in
            if !Task.isCancelled { seen.add(login) }
        }
        let pending = try await service.beginLogin()
        let code = try #require(await service.receive(try taggedBody(pending)).reply.returnCode)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await service.status(of: pending.session, code: code)
        }
        guard case .accepted(let login) = try await task.value else {
            Issue.record("the login was not claimed")
            return
        }
        #expect(seen.ids == [login.id])
    }

    @Test(
        "a login that an earlier version accepted counts as announced, and one that waits for its code is announced then"
    )
    func migration() async throws {
        let seen = AnnouncedLogins()
        let memory = try cast.service(store: try SQLiteReplayStore.inMemory())
        try await memory.bind(uuID: "user-1")
        let login = try #require(await memory.receive(try cast.bound().serialized()).login)
        let facts = String(decoding: login.json.serialized(), as: UTF8.self)
        let done = LoginSession(random: [UInt8](repeating: 1, count: 16))
        let waiting = LoginSession(random: [UInt8](repeating: 2, count: 16))
        let code = ReturnCode(bytes: [UInt8](repeating: 3, count: 16))
        let rows: [(LoginSession, Data?)] = [(done, nil), (waiting, Data(code.digest))]
        let until = (cast.clock.now + .seconds(600)).seconds
        let earlier = try DatabaseQueue(path: folder.path("replay.sqlite"))
        try ReplayTables.migrator.migrate(earlier, upTo: "mykey, version 2")
        try await earlier.write { db in
            for (session, code) in rows {
                try db.execute(
                    sql: "INSERT INTO mykey_login(session, facts, until, code) VALUES (?, ?, ?, ?)",
                    arguments: [Data(session.digest), facts, until, code])
            }
        }
        try earlier.close()
        let service = try cast.service(store: try open()) { seen.add($0) }
        #expect(try await service.status(of: done) == .accepted(login))
        #expect(seen.ids.isEmpty)
        #expect(try await service.status(of: waiting, code: code) == .accepted(login))
        #expect(seen.ids == [login.id])
    }
}
