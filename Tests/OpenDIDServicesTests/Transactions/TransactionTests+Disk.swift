import Foundation
import GRDB
import OpenDID_DataModel
import Synchronization
import TestSupport
import Testing

@testable import OpenDIDServices

// Data on disk beside the data in memory: changes by other processes, and steps that wait for the disk.
extension TransactionTests {
    @Test func `a step first reads what another process changed of a transaction in memory`()
        async throws
    {
        let other = Self.store(database, clock, seed: 9)
        let id = try await store.open("M210", step: "propose", data: Notes())
        let refused = await code {
            try await step(id, "ecdh", after: ["propose"], request: "a", by: other) { notes in
                throw StepRefusal(ServiceError(TASError.authNonceMismatch), data: Notes(texts: notes.texts + ["spent"]))
            }
        }
        #expect(refused == "SSRVTRA16520")
        let seen = Mutex<[[String]]>([])
        let answer = try await step(
            id, "ecdh", after: ["propose"], request: "b",
            work: { notes in
                seen.withLock { $0.append(notes.texts) }
                return "done"
            })
        #expect(answer == #"["done"]"#)
        #expect(seen.withLock(\.self) == [[], ["spent"]])
        #expect(try await store.data(of: id, as: Notes.self).data.texts == ["spent", "ecdh"])
    }

    @Test func `a refusal's mark stays if another process changed the transaction meanwhile`() async throws {
        let other = Self.store(database, clock, seed: 9)
        let id = try await store.open("M210", step: "propose", data: Notes())
        for store in [other, store] {
            let refused = await code {
                try await step(id, "ecdh", after: ["propose"], request: "a", by: store) { notes in
                    throw StepRefusal(
                        ServiceError(TASError.authNonceMismatch), data: Notes(texts: notes.texts + ["spent"]))
                }
            }
            #expect(refused == "SSRVTRA16520")
        }
        #expect(try await store.data(of: id, as: Notes.self).data.texts == ["spent", "spent"])
    }

    @Test func `every step but the opening and the preliminary ones waits for the disk`()
        async throws
    {
        let directory = try TemporaryFolder()
        let database = try SQLiteDatabase(.directory(directory.url), migrations: TransactionSchema.migrations)
        let store = Self.store(database, clock), levels = Levels()
        let note: @Sendable (any ServiceRows) throws -> Void = { rows in
            levels.add(try Int.fetchOne(rows.sqlite, sql: "PRAGMA synchronous"))
        }
        let id = try await store.open("M210", step: "opened", data: Notes(), writes: [{ rows, _ in try note(rows) }])
        for (step, after, isPreliminary) in [("half", "opened", true), ("whole", "half", false)] {
            let _: EncodedAnswer<[String]> = try await store.step(
                id, step: step, after: [after], request: Array(step.utf8), isPreliminary: isPreliminary
            ) { (notes: Notes, _) in StepOutcome([step], data: notes, writes: [note]) }
        }
        #expect(levels.all == [1, 1, 2])
        await database.close()
    }

    private final class Levels: Sendable {
        private let list = Mutex<[Int?]>([])
        var all: [Int?] { list.withLock(\.self) }
        func add(_ level: Int?) { list.withLock { $0.append(level) } }
    }
}
