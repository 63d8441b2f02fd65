import GRDB
import OpenDID_DataModel
import Synchronization
import Testing

@testable import OpenDIDServices

// Several processes on one database. A store of its own stands for another process.
extension TransactionTests {
    private static let mark: @Sendable (any ServiceRows) throws -> Void = { rows in
        try rows.sqlite.execute(sql: "INSERT INTO note (text) VALUES ('done')")
    }

    private func requireUnmarked() async throws {
        let count = try await database.read { rows in try Int.fetchOne(rows.sqlite, sql: "SELECT COUNT(*) FROM note") }
        guard count == 0 else { throw TASError.userExists("there") }
    }

    private func openedWithNotes() async throws -> String {
        try await database.write { rows in try rows.sqlite.execute(sql: "CREATE TABLE note (text TEXT)") }
        return try await store.open("M210", step: "propose", data: Notes())
    }

    @Test(
        "a repeated request gets its answer although another process has changed what the step checks",
        arguments: [true, false], [true, false])
    func repeatedElsewhere(isHeld: Bool, inPreparation: Bool) async throws {
        let other = Self.store(database, clock, seed: 9), fresh = Self.store(database, clock, seed: 10)
        let id = try await openedWithNotes()
        let first = Mutex<String?>(nil)
        /// Performs the step at the other process, once this process has read the transaction.
        let elsewhere: @Sendable () async throws -> Void = {
            guard first.withLock({ $0 == nil }) else { return }
            let answer = try await step(id, "ecdh", after: ["propose"], request: "a", by: other, writes: [Self.mark])
            first.withLock { $0 = answer }
        }
        let check: @Sendable () async throws -> Void = {
            try await elsewhere()
            try await requireUnmarked()
        }
        let preparing: Preparation = { _, _ in
            try await check()
            return nil
        }
        if isHeld { try await elsewhere() }
        let answer = try await step(
            id, "ecdh", after: ["propose"], request: "a", by: isHeld ? store : fresh,
            work: { _ in
                try await check()
                return "another"
            }, preparing: inPreparation ? preparing : nil)
        #expect(answer == first.withLock(\.self))
        let refused = await code {
            try await step(id, "ecdh", after: ["propose"], request: "b", by: fresh) { _ in
                try await check()
                return "another"
            }
        }
        #expect(refused == "SSRVTRA16001")
    }

    @Test("a step that fails with data of a cache is repeated with what another process stored")
    func failedWithOldData() async throws {
        let other = Self.store(database, clock, seed: 9)
        let id = try await store.open("M210", step: "propose", data: Notes())
        _ = await code {
            try await step(id, "ecdh", after: ["propose"], request: "a", by: other) { notes in
                throw StepRefusal(ServiceError(TASError.authNonceMismatch), data: Notes(texts: notes.texts + ["spent"]))
            }
        }
        let answer = try await step(id, "ecdh", after: ["propose"], request: "b") { notes in
            guard notes.texts == ["spent"] else { throw TASError.clientNonceInvalid("old data") }
            return "done"
        }
        #expect(answer == #"["done"]"#)
    }

    @Test("refusals at several processes at once are all counted, and a step is begun a limited number of times")
    func refusedTogether() async throws {
        let other = Self.store(database, clock, seed: 9), fresh = Self.store(database, clock, seed: 10)
        let id = try await store.open("M210", step: "propose", data: Notes())
        let refuse: @Sendable (Notes) throws -> String = { notes in
            throw StepRefusal(ServiceError(TASError.authNonceMismatch), data: Notes(texts: notes.texts + ["spent"]))
        }
        let count = Mutex(0)
        for (disturbed, expected) in [(1, "SSRVTRA16520"), (100, "SSRVTRA16001")] {
            count.withLock { $0 = 0 }
            let refused = await code {
                try await step(id, "ecdh", after: ["propose"], request: "a", by: fresh) { notes in
                    let isDisturbed = count.withLock { count in
                        count += 1
                        return count <= disturbed
                    }
                    if isDisturbed {
                        let elsewhere = await code {
                            try await step(id, "ecdh", after: ["propose"], request: "b", by: other, work: refuse)
                        }
                        #expect(elsewhere == "SSRVTRA16520")
                    }
                    return try refuse(notes)
                }
            }
            #expect(refused == expected)
        }
        #expect(count.withLock(\.self) == 8)
        let texts = try await store.data(of: id, as: Notes.self).data.texts
        #expect(texts == Array(repeating: "spent", count: 2 + 8))
    }

    @Test("a request is accepted although another process noted a request meanwhile that was refused")
    func notedAndRefusedElsewhere() async throws {
        let other = Self.store(database, clock, seed: 9), fresh = Self.store(database, clock, seed: 10)
        let id = try await store.open("M210", step: "propose", data: Notes())
        let noting: Preparation = { notes, digest in notes.noting(digest) }
        let works = Mutex(0)
        let answer = try await step(
            id, "issue", after: ["propose"], request: "a", by: fresh,
            work: { _ in
                let isFirst = works.withLock { works in
                    works += 1
                    return works == 1
                }
                guard isFirst else { return "done" }
                let refused = await code {
                    try await step(
                        id, "issue", after: ["propose"], request: "b", by: other,
                        work: { _ in throw ServiceError(TASError.transactionInvalid) }, preparing: noting)
                }
                #expect(refused == TASError.transactionInvalid.text)
                return "done"
            }, preparing: noting)
        #expect(answer == #"["done"]"#)
        #expect(works.withLock(\.self) == 2)
    }
}
