import Foundation
import GRDB
import OpenDID_DataModel
import Synchronization
import TestSupport
import Testing

@testable import OpenDIDServices

@Suite("Transactions")
struct TransactionTests {
    struct Notes: Codable, Sendable, Hashable {
        var texts: [String] = []
        var asked: Set<[UInt8]> = []

        /// With a request that is about to be done; `nil` when it is there.
        func noting(_ digest: [UInt8]) -> Notes? {
            asked.contains(digest) ? nil : Notes(texts: texts, asked: asked.union([digest]))
        }
    }

    typealias Preparation = @Sendable (Notes, [UInt8]) async throws -> Notes?

    let clock = StoppedClock(CoreWorld.start)
    let database: SQLiteDatabase
    let store: TransactionStore

    init() throws {
        database = try SQLiteDatabase(.memory, migrations: TransactionSchema.migrations)
        store = Self.store(database, clock)
    }

    static func store(
        _ database: SQLiteDatabase, _ clock: StoppedClock<UTCInstant>, role: ServiceRole = .tas, seed: UInt64 = 3
    ) -> TransactionStore {
        let chance = SharedChance(seed: seed)
        let sweeper = Sweeper(database: database, now: { clock.now })
        sweeper.add([TransactionRows.expired])
        return TransactionStore(
            role: role, codes: .tas, database: database, seal: StorageSeal(key: [UInt8](repeating: 7, count: 32)),
            lifetimes: .init(whole: .seconds(100), unfinished: .seconds(100)),
            now: { clock.now }, random: { chance.bytes($0) }, sweeper: sweeper)
    }

    func step(
        _ id: String, _ step: String, after: Set<String>, request: String, flows: Set<String> = [],
        by store: TransactionStore? = nil,
        writes: [@Sendable (any ServiceRows) throws -> Void] = [],
        work: @escaping @Sendable (Notes) async throws -> String = { "answer \($0.texts.count)" },
        preparing: Preparation? = nil
    ) async throws -> String {
        let answer: EncodedAnswer<[String]> = try await (store ?? self.store).step(
            id, flows: flows, step: step, after: after, request: Array(request.utf8), preparing: preparing
        ) { (notes: Notes, _) in
            let text = try await work(notes)
            return StepOutcome([text], data: Notes(texts: notes.texts + [step], asked: notes.asked), writes: writes)
        }
        return String(decoding: answer.bytes, as: UTF8.self)
    }

    func code(_ body: () async throws -> some Any) async -> String? {
        do {
            _ = try await body()
            return nil
        } catch let error as ServiceError {
            return error.code.text
        } catch {
            return "\(type(of: error))"
        }
    }

    @Test("steps follow each other and carry their data on")
    func order() async throws {
        let id = try await store.open("M210", step: "propose", data: Notes(texts: ["propose"]))
        #expect(id.count == 36 && id == id.lowercased())
        #expect(try await step(id, "ecdh", after: ["propose"], request: "a") == #"["answer 1"]"#)
        #expect(try await step(id, "token", after: ["ecdh"], request: "b") == #"["answer 2"]"#)
        let (notes, info) = try await store.data(of: id, as: Notes.self)
        #expect(notes.texts == ["propose", "ecdh", "token"])
        #expect(info.flow == "M210" && info.state == "token" && info.created == clock.now)
    }

    @Test("a step that is out of order, of another protocol, or of no transaction is refused and changes nothing")
    func refusals() async throws {
        let id = try await store.open("M210", step: "propose", data: Notes())
        #expect(await code { try await step(id, "token", after: ["ecdh"], request: "b") } == "SSRVTRA16001")
        #expect(
            await code { try await step(id, "ecdh", after: ["propose"], request: "a", flows: ["M220"]) }
                == "SSRVTRA16001")
        #expect(await code { try await step("nobody", "ecdh", after: ["propose"], request: "a") } == "SSRVTRA16000")
        #expect(
            await code {
                try await step(
                    id, "ecdh", after: ["propose"], request: "a", by: Self.store(database, clock, role: .issuer))
            } == "SSRVTRA16000")
        #expect(try await store.data(of: id, as: Notes.self).info.state == "propose")
    }

    @Test(
        "a repeated request gets the same bytes, even later and after a restart, and another request for the step is refused"
    )
    func repeated() async throws {
        let calls = Mutex(0)
        let work: @Sendable (Notes) async throws -> String = { _ in
            let number = calls.withLock { count in
                count += 1
                return count
            }
            return "call \(number)"
        }
        let id = try await store.open("M210", step: "propose", data: Notes())
        let first = try await step(id, "ecdh", after: ["propose"], request: "a", work: work)
        #expect(try await step(id, "ecdh", after: ["propose"], request: "a", work: work) == first)
        #expect(
            await code { try await step(id, "ecdh", after: ["propose"], request: "a ", work: work) } == "SSRVTRA16001")
        _ = try await step(id, "token", after: ["ecdh"], request: "b")
        #expect(
            try await step(id, "ecdh", after: ["propose"], request: "a", by: Self.store(database, clock), work: work)
                == first)
        #expect(calls.withLock { $0 } == 1)
    }

    @Test("a transaction ends at its time, and is deleted a day later")
    func expiry() async throws {
        let id = try await store.open("M210", step: "propose", data: Notes())
        _ = try await step(id, "ecdh", after: ["propose"], request: "a")
        clock.advance(by: 100)
        #expect(await code { try await step(id, "ecdh", after: ["propose"], request: "a") } == "SSRVTRA16002")
        #expect(await code { try await step(id, "token", after: ["ecdh"], request: "b") } == "SSRVTRA16002")
        #expect(await code { try await store.data(of: id, as: Notes.self) } == "SSRVTRA16002")
        clock.advance(by: 86_401)
        _ = try await store.open("M210", step: "propose", data: Notes())
        #expect(await code { try await step(id, "token", after: ["ecdh"], request: "b") } == "SSRVTRA16000")
        let left = try await database.read { rows in
            try Int.fetchOne(rows.sqlite, sql: "SELECT COUNT(*) FROM service_step")
        }
        #expect(left == 0)
    }

    @Test("work that fails leaves the transaction unchanged, and the step can be tried again")
    func failing() async throws {
        let id = try await store.open("M210", step: "propose", data: Notes())
        #expect(
            await code {
                try await step(id, "ecdh", after: ["propose"], request: "a") { _ in
                    throw TASError.clientNonceInvalid("short")
                }
            } == "SSRVTRA16519")
        #expect(try await step(id, "ecdh", after: ["propose"], request: "b") == #"["answer 0"]"#)
    }

    @Test("a refusal that stores a mark stores its data and nothing else")
    func marked() async throws {
        let id = try await store.open("M210", step: "propose", data: Notes())
        let refused = await code {
            try await step(id, "ecdh", after: ["propose"], request: "a") { notes in
                throw StepRefusal(ServiceError(TASError.authNonceMismatch), data: Notes(texts: notes.texts + ["spent"]))
            }
        }
        #expect(refused == "SSRVTRA16520")
        let (notes, info) = try await store.data(of: id, as: Notes.self)
        #expect(notes.texts == ["spent"] && info.state == "propose")
    }

    @Test("a step's writes happen with the step or not at all")
    func writes() async throws {
        try await database.write { rows in try rows.sqlite.execute(sql: "CREATE TABLE note (text TEXT)") }
        let id = try await store.open("M210", step: "propose", data: Notes())
        let good: @Sendable (any ServiceRows) throws -> Void = { rows in
            try rows.sqlite.execute(sql: "INSERT INTO note (text) VALUES ('x')")
        }
        let bad: @Sendable (any ServiceRows) throws -> Void = { _ in throw TASError.userExists("there") }
        #expect(
            await code { try await step(id, "ecdh", after: ["propose"], request: "a", writes: [good, bad]) }
                == "SSRVTRA17000")
        #expect(
            try await database.read { rows in try Int.fetchOne(rows.sqlite, sql: "SELECT COUNT(*) FROM note") } == 0)
        #expect(try await store.data(of: id, as: Notes.self).info.state == "propose")
        _ = try await step(id, "ecdh", after: ["propose"], request: "a", writes: [good])
        _ = try await step(id, "ecdh", after: ["propose"], request: "a", writes: [good])
        #expect(
            try await database.read { rows in try Int.fetchOne(rows.sqlite, sql: "SELECT COUNT(*) FROM note") } == 1)
    }

    @Test(
        "one of several equal simultaneous requests is executed, and one of several different ones is accepted",
        arguments: [true, false], [true, false])
    func together(oneStore: Bool, isNoted: Bool) async throws {
        // A store of its own stands for another process on the same file: it does not see the first one's lock.
        let other = oneStore ? store : Self.store(database, clock, seed: 9)
        let id = try await store.open("M210", step: "propose", data: Notes())
        let work: @Sendable (Notes) async throws -> String = { _ in
            for _ in 0..<20 { await Task.yield() }
            return "\(UInt64.random(in: 0 ... .max))"
        }
        let noting: Preparation = { notes, digest in notes.noting(digest) }
        let prepare = isNoted ? noting : nil
        let answers = await withTaskGroup(of: String.self) { group in
            for number in 0..<16 {
                group.addTask {
                    let request = number < 8 ? "same" : "other \(number)"
                    do {
                        return try await step(
                            id, "ecdh", after: ["propose"], request: request, by: number % 2 == 0 ? store : other,
                            work: work,
                            preparing: prepare)
                    } catch {
                        return "refused"
                    }
                }
            }
            return await group.reduce(into: [String]()) { $0.append($1) }
        }
        #expect(Set(answers).subtracting(["refused"]).count == 1)
        #expect(try await store.data(of: id, as: Notes.self).data.texts == ["ecdh"])
    }

    /// Lets nobody on until two have come.
    private actor Meeting {
        private var waiting: CheckedContinuation<Void, Never>?
        private var isOver = false

        func arrive() async {
            guard !isOver else { return }
            if let waiting {
                isOver = true
                waiting.resume()
            } else {
                await withCheckedContinuation { waiting = $0 }
            }
        }
    }

    @Test(
        "two processes answer two simultaneous requests if they are equal, and only one of them if not",
        .timeLimit(.minutes(10)), arguments: ["a", "b"])
    func notedTogether(second: String) async throws {
        let other = Self.store(database, clock, seed: 9)
        let id = try await store.open("M210", step: "propose", data: Notes())
        let meeting = Meeting()
        let prepare: Preparation = { notes, digest in
            await meeting.arrive()
            return notes.noting(digest)
        }
        let answer: @Sendable (String, TransactionStore) async -> String = { request, store in
            do {
                return try await step(
                    id, "ecdh", after: ["propose"], request: request, by: store,
                    work: { _ in "\(UInt64.random(in: 0 ... .max))" },
                    preparing: prepare)
            } catch let error as ServiceError {
                return error.code.text
            } catch {
                return "\(error)"
            }
        }
        async let one = answer("a", store)
        async let two = answer(second, other)
        let answers = [await one, await two]
        if second == "a" {
            #expect(answers[0].hasPrefix("[") && answers[0] == answers[1], "\(answers)")
        } else {
            #expect(answers.filter { $0 == "SSRVTRA16001" }.count == 1, "\(answers)")
        }
        #expect(try await store.data(of: id, as: Notes.self).data.texts == ["ecdh"])
    }

    @Test("a transaction's data cannot be read in the file, nor swapped with another's")
    func sealed() async throws {
        let id = try await store.open("M210", step: "propose", data: Notes(texts: ["a session key"]))
        let other = try await store.open("M210", step: "propose", data: Notes())
        let rows = try await database.read { rows in
            try Data.fetchAll(rows.sqlite, sql: "SELECT data FROM service_transaction")
        }
        #expect(!rows.contains { $0.range(of: Data("session".utf8)) != nil })
        try await database.write { rows in
            try rows.sqlite.execute(
                sql:
                    "UPDATE service_transaction SET data = (SELECT data FROM service_transaction WHERE id = ?) WHERE id = ?",
                arguments: [id, other])
        }
        await #expect(throws: ServicesError.self) { try await store.data(of: other, as: Notes.self) }
    }
}
