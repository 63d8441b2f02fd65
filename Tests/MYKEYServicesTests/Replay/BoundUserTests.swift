import Foundation
import GRDB
import HeraldJSON
import HeraldKeys
import MYKEYWire
import TestSupport
import Testing

@testable import MYKEYServices

@Suite("The accounts of bound users")
struct BoundUserTests {
    private let cast: LoginCast
    private let store: SQLiteReplayStore

    init() throws {
        cast = try LoginCast()
        store = try SQLiteReplayStore.inMemory()
    }

    @Test("a bound user's ID admits one account: the named one, or that of the first accepted login")
    func oneAccount() async throws {
        let logins = Tally()
        let service = try cast.service(store: store) { _ in logins.add() }
        try await service.bind(uuID: "user-1")
        try await service.bind(uuID: "user-2", account: cast.eos)
        #expect(await service.receive(try cast.bound().serialized()).login?.account == cast.eos)
        for user in ["user-1", "user-2"] {
            let answer = await service.receive(try cast.bound(cast.ethereum, uuID: user).serialized())
            #expect(answer.refusal?.check == .binding && answer.reply.code == 1019 && answer.login == nil, "\(user)")
        }
        #expect(await service.receive(try cast.bound(uuID: "user-2").serialized()).login != nil)
        cast.clock.advance(by: .seconds(1))
        #expect(await service.receive(try cast.bound().serialized()).login != nil, "the first account stays")
        #expect(logins.count == 3)
        #expect(
            try await store.bindings() == [
                BoundUser(uuID: "user-1", account: cast.eos), BoundUser(uuID: "user-2", account: cast.eos),
            ])
    }

    @Test("a refused login does not determine the account of a bound user")
    func refusedFirst() async throws {
        let service = try cast.service(store: store)
        try await service.bind(uuID: "user-1")
        var forged = try cast.bound(cast.ethereum)
        forged["sign"] = .string(try cast.signature(over: "something else", cast.ethereum))
        #expect(await service.receive(forged.serialized()).refusal?.check == .signature)
        #expect(try await store.bindings() == [BoundUser(uuID: "user-1", account: nil)])
        #expect(await service.receive(try cast.bound().serialized()).login != nil)
    }

    @Test("of two accounts that log in with a bound user's ID at the same time, one gets in")
    func race() async throws {
        let service = try cast.service(store: store)
        for round in 0..<10 {
            let user = "user-\(round)"
            try await service.bind(uuID: user)
            let bodies = [
                try cast.bound(uuID: user).serialized(), try cast.bound(cast.ethereum, uuID: user).serialized(),
            ]
            let answers = await withTaskGroup(of: CallbackAnswer.self) { group in
                for body in bodies { group.addTask { await service.receive(body) } }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(answers.count { $0.login != nil } == 1 && answers.count { $0.refusal?.check == .binding } == 1)
        }
    }

    @Test("the account of a bound user counts in light mode too, and the protocol MYKEY needs the server's dapp key")
    func protocols() async throws {
        let keys = try cast.keys
        let service = try cast.service(keys: keys, store: store)
        try await service.bind(uuID: "user-1", account: cast.eos)
        let foreign = try cast.bound { $0["dapp_key"] = "another" }
        #expect(await service.receive(foreign.serialized()).refusal?.check == .dappKey)
        let absent = try cast.bound { $0["dapp_key"] = nil }
        #expect(await service.receive(absent.serialized()).refusal?.check == .dappKey)
        #expect(keys.asked == 0)
        for name in ["MYKEY", "MYKEYSimple"] {
            let other = try cast.bound(cast.ethereum, protocol: name)
            #expect(await service.receive(other.serialized()).refusal?.check == .binding, "\(name)")
            cast.clock.advance(by: .seconds(1))
            #expect(await service.receive(try cast.bound(protocol: name).serialized()).login != nil, "\(name)")
        }
    }

    @Test("a stranger who signs with a key of their own does not learn to which account a user is bound")
    func noOracle() async throws {
        let service = try cast.service(store: store)
        try await service.bind(uuID: "user-1", account: cast.eos)
        for account in [cast.eos, cast.ethereum] {
            var forged = try cast.bound(account)
            forged["sign"] = .string(try cast.signature(over: "something else", account))
            #expect(await service.receive(forged.serialized()).refusal?.check == .signature)
        }
    }

    @Test("binding again keeps the account, and a binding to another account has to be removed first")
    func again() async throws {
        let service = try cast.service(store: store)
        try await service.bind(uuID: "user-1", account: cast.eos)
        try await service.bind(uuID: "user-1")
        try await service.bind(uuID: "user-1", account: cast.eos)
        let error = await #expect(throws: MYKEYServicesError.self) {
            try await service.bind(uuID: "user-1", account: cast.ethereum)
        }
        #expect(error?.code == .value && error?.field == "account")
        #expect(try await store.bindings() == [BoundUser(uuID: "user-1", account: cast.eos)])
        try await service.unbind(uuID: "user-1")
        try await service.bind(uuID: "user-1", account: cast.ethereum)
        #expect(await service.receive(try cast.bound(cast.ethereum).serialized()).login != nil)
        try await service.bind(uuID: "user-2")
        try await service.bind(uuID: "user-2", account: cast.eos)
        #expect(await service.receive(try cast.bound(cast.ethereum, uuID: "user-2").serialized()).login == nil)
    }

    @Test("users that an earlier version bound stay bound, and their next accepted login determines the account")
    func migration() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path("replay.sqlite")
        let earlier = try DatabaseQueue(path: path)
        try ReplayTables.migrator.migrate(earlier, upTo: "mykey, version 1")
        try await earlier.write { db in
            try db.execute(
                sql: "INSERT INTO mykey_expected(uuid, used) VALUES (?, 3)", arguments: [Data("user-1".utf8)])
        }
        try earlier.close()
        let store = try SQLiteReplayStore(path: path)
        defer { store.close() }
        #expect(try await store.bindings() == [BoundUser(uuID: "user-1", account: nil)])
        let service = try cast.service(store: store)
        #expect(await service.receive(try cast.bound().serialized()).login != nil)
        #expect(await service.receive(try cast.bound(cast.ethereum).serialized()).refusal?.check == .binding)
        store.close()
        let later = try SQLiteReplayStore(path: path)
        defer { later.close() }
        #expect(try await later.bindings() == [BoundUser(uuID: "user-1", account: cast.eos)])
        let restarted = try cast.service(store: later)
        #expect(await restarted.receive(try cast.bound(cast.ethereum).serialized()).refusal?.check == .binding)
    }

    @Test("a decision without a store compares the login with the bound account too")
    func pure() throws {
        let reserved = try cast.eosReserved
        let context = CallbackContext(
            now: cast.clock.now, rules: LoginCast.rules,
            boundAccounts: ["user-1": cast.eos, "user-2": cast.ethereum])
        func decide(_ body: JSONValue) -> CallbackDecision {
            CallbackVerifier.decide(body.serialized(), in: context) { _ in .known(reserved) }
        }
        #expect(try decide(cast.bound()).login != nil)
        #expect(try decide(cast.bound(uuID: "user-2")).refusal?.check == .binding)
        #expect(try decide(cast.bound(uuID: "user-2", protocol: "MYKEYSimple")).refusal?.check == .binding)
        #expect(try decide(cast.bound(uuID: "user-3")).refusal?.check == .uuid)
    }
}
