import Foundation
import GRDB
import HeraldJSON
import HeraldKeys
import MYKEYWire
import Synchronization
import TestSupport
import Testing

@testable import MYKEYServices

@Suite("Attack 30: SQL statements of the replay store")
struct QueryPlanTests {
    @Test("attack 30: no statement that a client can cause reads a whole table, and expired rows are deleted in slices")
    func plans() async throws {
        let folder = try TemporaryFolder()
        let statements = Mutex<Set<String>>([])
        let store = try SQLiteReplayStore(path: folder.path("replay.sqlite")) { text in
            _ = statements.withLock { $0.insert(text) }
        }
        let cast = try LoginCast()
        let service = try cast.service(
            store: store,
            rules: CallbackRules(
                dappKeys: ["KEY"], tagged: .checked(domain: "dapp.example"), returning: .bound(to: ["demoscheme"])))

        // Every call of the store once, and the ways in which a login can end.
        let login = try await service.beginLogin()
        var members = try cast.members(uuID: login.uuID)
        let message = try SignInMessage(
            domain: "dapp.example", account: AccountText(cast.eos.text), uri: "https://dapp.example/",
            chain: .eosMainNet, nonce: login.nonce,
            issuedAt: SignInTime(cast.clock.now), resources: [LoginReturn.url("demoscheme://h").resource])
        members["siwx"] = [
            "message": .string(message.text), "signature": .string(try cast.eosKey.sign(message.text).text),
        ]
        let answer = await service.receive(members.serialized())
        let code = try #require(answer.reply.returnCode, "\(String(describing: answer.refusal))")
        #expect(await service.receive(members.serialized()).isRepeated)
        _ = try await service.status(of: login.session)
        for round in 0..<4 {
            _ = try await service.status(
                of: login.session, code: ReturnCode(bytes: [UInt8](repeating: UInt8(round), count: 16)))
        }
        _ = try await service.status(of: login.session, code: code)
        let wasted = try await service.beginLogin()
        _ = await service.receive(try cast.body(uuID: wasted.uuID))
        try await service.bind(uuID: "user-1")
        try await service.unbind(uuID: "user-1")
        let signIn = SignInService(domain: "dapp.example", keys: nil, store: store, now: cast.clock.read)
        let challenge = try await signIn.challenge()
        _ = try await store.spend(nonce: challenge.nonce, for: challenge.session, now: cast.clock.now)

        let verbs = ["SELECT", "INSERT", "UPDATE", "DELETE"]
        let seen = statements.withLock { $0 }.filter { text in
            text.contains("mykey_") && verbs.contains { text.hasPrefix($0) }
        }
        for verb in verbs { #expect(seen.contains { $0.hasPrefix(verb) }, "\(verb)") }
        let plain = try DatabaseQueue(path: folder.path("replay.sqlite"))
        try await plain.read { db in
            for statement in seen {
                let arguments = StatementArguments(
                    [DatabaseValue](repeating: .null, count: statement.count { $0 == "?" }))
                for row in try Row.fetchAll(db, sql: "EXPLAIN QUERY PLAN " + statement, arguments: arguments) {
                    let detail: String = row["detail"]
                    #expect(
                        !detail.hasPrefix("SCAN") || detail.hasPrefix("SCAN CONSTANT ROW"), "\(statement): \(detail)")
                }
            }
        }

        for _ in 0..<200 { _ = try await service.beginLogin(lifetime: .seconds(60)) }
        cast.clock.advance(by: .seconds(1200))
        _ = try await service.beginLogin()
        let left = try await plain.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM mykey_expected") } ?? 0
        #expect(left > 100 && left < 200, "\(left) rows: one call deletes some, and more than it adds")
        for _ in 0..<4 { _ = try await service.beginLogin() }
        #expect(
            try await plain.read {
                try Int.fetchOne(
                    $0, sql: "SELECT count(*) FROM mykey_expected WHERE until < ?", arguments: [cast.clock.now.seconds])
            } == 0)
    }
}
