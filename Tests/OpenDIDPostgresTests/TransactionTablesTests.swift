import OpenDID_DataModel
import TestSupport
import Testing

@testable import OpenDIDServices

@Suite("The tables of the transactions")
struct TransactionTablesTests {
    private struct Undone: Error {}

    private static func info(_ id: String, state: String = "opened", expires: Int64 = 100) -> TransactionInfo {
        TransactionInfo(
            id: id, flow: "M210", state: state, created: UTCInstant(seconds: 10), expires: UTCInstant(seconds: expires))
    }

    private static func new(_ id: String, role: String = "tas", forgotten: Int64 = 200) -> NewTransaction {
        NewTransaction(
            role: role, info: info(id), forgotten: UTCInstant(seconds: forgotten), data: [0, 255])
    }

    private static func change(
        _ id: String, role: String = "tas", revision: Int64 = 0, data: [UInt8] = [1], expires: Int64 = 0,
        forgotten: Int64 = 0
    ) -> TransactionChange {
        TransactionChange(
            role: role, id: id, revision: revision, data: data, expires: UTCInstant(seconds: expires),
            forgotten: UTCInstant(seconds: forgotten))
    }

    private static func step(_ name: String, _ answer: UInt8 = 7) -> CompletedStep {
        CompletedStep(step: name, request: [1, 0], answer: [answer, 0, 255])
    }

    private func stored(
        _ id: String, role: String = "tas", step: String = "", in store: any ServiceDatabase
    ) async throws -> StoredTransaction? {
        try await store.read { rows in try rows.transaction(id, of: role, step: step) }
    }

    @Test("a transaction is found as it was stored, by its own role only", arguments: StoreKind.allCases)
    func found(kind: StoreKind) async throws {
        let store = try await kind.make()
        try await store.write { rows in try rows.insertTransaction(Self.new("a")) }
        #expect(
            try await stored("a", in: store)
                == StoredTransaction(info: Self.info("a"), revision: 0, data: [0, 255], done: nil))
        #expect(try await stored("a", role: "issuer", in: store) == nil)
        #expect(try await stored("b", in: store) == nil)
        await store.close()
    }

    @Test("a transaction is the same whether its client is counted or not", arguments: StoreKind.allCases)
    func opener(kind: StoreKind) async throws {
        let store = try await kind.make()
        for (id, opener) in [("a", TransactionOpener(client: "c", network: "n")), ("b", nil)]
            as [(String, TransactionOpener?)]
        {
            let new = NewTransaction(
                role: "tas", info: Self.info(id), forgotten: UTCInstant(seconds: 200), data: [1], opener: opener)
            try await store.write { rows in try rows.insertTransaction(new) }
            for (revision, isOpen) in [(0, true), (1, false)] as [(Int64, Bool)] {
                let change = TransactionChange(
                    role: "tas", id: id, revision: revision, data: [2], expires: .distantPast, forgotten: .distantPast,
                    isOpen: isOpen)
                #expect(try await store.write { try $0.completeStep(Self.step("step \(revision)"), change) })
            }
            #expect(
                try await stored(id, in: store)
                    == StoredTransaction(info: Self.info(id, state: "step 1"), revision: 2, data: [2], done: nil))
        }
        await store.close()
    }

    @Test("two roles may have transactions of the same ID, and one role may not", arguments: StoreKind.allCases)
    func unique(kind: StoreKind) async throws {
        let store = try await kind.make()
        try await store.write { rows in
            try rows.insertTransaction(Self.new("a"))
            try rows.insertTransaction(Self.new("a", role: "issuer"))
        }
        let refusal = await failure {
            try await store.write { rows in
                try rows.insertTransaction(Self.new("b"))
                try rows.insertTransaction(Self.new("a"))
            }
        }
        #expect((refusal as? ServiceDatabaseError)?.kind == .constraint)
        #expect(try await stored("b", in: store) == nil)
        await store.close()
    }

    @Test("a completed step changes the transaction, and its result is found later", arguments: StoreKind.allCases)
    func completed(kind: StoreKind) async throws {
        let store = try await kind.make()
        let kept = try await store.write { rows in
            try rows.insertTransaction(Self.new("a"))
            try rows.insertTransaction(Self.new("a", role: "issuer"))
            return [
                try rows.completeStep(Self.step("one"), Self.change("a", data: [2])),
                try rows.completeStep(Self.step("two", 9), Self.change("a", revision: 1, data: [], expires: 300)),
            ]
        }
        #expect(kept == [true, true])
        let info = Self.info("a", state: "two", expires: 300)
        for (step, done) in [("one", Self.step("one")), ("two", Self.step("two", 9)), ("three", nil)] {
            #expect(
                try await stored("a", step: step, in: store)
                    == StoredTransaction(info: info, revision: 2, data: [], done: done), "\(step)")
        }
        #expect(try await stored("a", role: "issuer", step: "one", in: store)?.done == nil)
        await store.close()
    }

    @Test("a change of data leaves the state, and adds 1 to the revision", arguments: StoreKind.allCases)
    func changed(kind: StoreKind) async throws {
        let store = try await kind.make()
        let isChanged = try await store.write { rows in
            try rows.insertTransaction(Self.new("a"))
            return try rows.changeTransaction(Self.change("a", data: [3]))
        }
        #expect(isChanged)
        #expect(
            try await stored("a", in: store)
                == StoredTransaction(info: Self.info("a"), revision: 1, data: [3], done: nil))
        await store.close()
    }

    @Test("a writer with another revision, role or ID changes nothing", arguments: StoreKind.allCases)
    func outdated(kind: StoreKind) async throws {
        let store = try await kind.make()
        try await store.write { rows in try rows.insertTransaction(Self.new("a")) }
        let changes = [Self.change("a", revision: 1), Self.change("a", role: "issuer"), Self.change("b")]
        let kept = try await store.write { rows in
            try changes.flatMap { change in
                [try rows.completeStep(Self.step("one"), change), try rows.changeTransaction(change)]
            }
        }
        #expect(kept == [false, false, false, false, false, false])
        #expect(
            try await stored("a", step: "one", in: store)
                == StoredTransaction(info: Self.info("a"), revision: 0, data: [0, 255], done: nil))
        await store.close()
    }

    @Test("an expiry never moves to an earlier time", arguments: StoreKind.allCases)
    func expiry(kind: StoreKind) async throws {
        let store = try await kind.make()
        try await store.write { rows in
            try rows.insertTransaction(Self.new("a"))
            _ = try rows.changeTransaction(Self.change("a", expires: 50, forgotten: 150))
        }
        #expect(try await stored("a", in: store)?.info.expires == UTCInstant(seconds: 100))
        let early = try await store.write { rows in
            try rows.deleteExpiredTransactions(before: UTCInstant(seconds: 200), limit: 10)
        }
        #expect(early == 0)
        try await store.write { rows in
            _ = try rows.completeStep(Self.step("one"), Self.change("a", revision: 1, expires: 400, forgotten: 500))
        }
        #expect(try await stored("a", in: store)?.info.expires == UTCInstant(seconds: 400))
        let late = try await store.write { rows in
            [
                try rows.deleteExpiredTransactions(before: UTCInstant(seconds: 500), limit: 10),
                try rows.deleteExpiredTransactions(before: UTCInstant(seconds: 501), limit: 10),
            ]
        }
        #expect(late == [0, 1])
        await store.close()
    }

    @Test("of two writers at once that complete the same step, one succeeds", arguments: StoreKind.allCases)
    func together(kind: StoreKind) async throws {
        let store = try await kind.make()
        try await store.write { rows in try rows.insertTransaction(Self.new("a")) }
        let complete = { @Sendable (answer: UInt8) in
            try await store.write { rows in
                try rows.completeStep(Self.step("one", answer), Self.change("a", data: [answer]))
            }
        }
        async let first = complete(1)
        async let second = complete(2)
        let kept = [try await first, try await second]
        #expect(kept.sorted { !$0 && $1 } == [false, true])
        let answer: UInt8 = kept[0] ? 1 : 2
        let found = try await stored("a", step: "one", in: store)
        #expect(found?.done == Self.step("one", answer) && found?.data == [answer] && found?.revision == 1)
        await store.close()
    }

    @Test("a write that throws leaves neither its transaction nor its step", arguments: StoreKind.allCases)
    func undone(kind: StoreKind) async throws {
        let store = try await kind.make()
        try await store.write { rows in try rows.insertTransaction(Self.new("a")) }
        await #expect(throws: Undone.self) {
            try await store.write { rows in
                try rows.insertTransaction(Self.new("b"))
                _ = try rows.completeStep(Self.step("one"), Self.change("a"))
                throw Undone()
            }
        }
        #expect(try await stored("b", in: store) == nil)
        #expect(
            try await stored("a", step: "one", in: store)
                == StoredTransaction(info: Self.info("a"), revision: 0, data: [0, 255], done: nil))
        await store.close()
    }

    @Test("expired transactions are deleted with their steps, the oldest first", arguments: StoreKind.allCases)
    func deleted(kind: StoreKind) async throws {
        let store = try await kind.make()
        try await store.write { rows in
            for (id, forgotten) in [("old", 20), ("older", 10), ("new", 40)] as [(String, Int64)] {
                try rows.insertTransaction(Self.new(id, forgotten: forgotten))
                _ = try rows.completeStep(Self.step("one"), Self.change(id))
            }
        }
        let delete = { @Sendable (limit: Int) in
            try await store.write { rows in
                try rows.deleteExpiredTransactions(before: UTCInstant(seconds: 40), limit: limit)
            }
        }
        #expect(try await delete(1) == 1)
        #expect(try await stored("older", in: store) == nil)
        #expect(try await stored("old", in: store) != nil)
        #expect(try await delete(10) == 1)
        #expect(try await delete(10) == 0)
        #expect(try await stored("new", step: "one", in: store)?.done != nil)
        // A new transaction of the same ID has no step of the old one.
        try await store.write { rows in try rows.insertTransaction(Self.new("old")) }
        #expect(try await stored("old", step: "one", in: store)?.done == nil)
        await store.close()
    }

    @Test("two writers at once delete every expired transaction once", arguments: StoreKind.allCases)
    func deletedTogether(kind: StoreKind) async throws {
        let store = try await kind.make()
        try await store.write { rows in
            for number in 0..<40 { try rows.insertTransaction(Self.new("\(number)", forgotten: Int64(number))) }
        }
        let delete = { @Sendable () in
            var count = 0
            // A slice may be empty while the other writer has locked the rest.
            while try await !store.read({ rows in
                try (0..<40).allSatisfy { try rows.transaction("\($0)", of: "tas", step: "") == nil }
            }) {
                count += try await store.write { rows in
                    try rows.deleteExpiredTransactions(before: UTCInstant(seconds: 100), limit: 3)
                }
            }
            return count
        }
        async let first = delete()
        async let second = delete()
        let counts = [try await first, try await second]
        #expect(counts.reduce(0, +) == 40)
        await store.close()
    }
}
