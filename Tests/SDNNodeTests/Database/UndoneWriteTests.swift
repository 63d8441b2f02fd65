import Foundation
import GRDB
import HeraldPeer
import Synchronization
import TestSupport
import Testing
@testable import SDNNode

@Suite("Failed writes of a transaction that others share")
struct UndoneWriteTests {
    private struct Refused: Error {}

    /// A writer whose clock stands still, so that time ends no transaction, on a database with a table of unique numbers.
    private static func writer(in directory: TemporaryFolder, _ undoing: GroupCommitWriter.Undoing = .repetition)
        async throws -> GroupCommitWriter
    {
        let pool = try DatabasePool(path: directory.url.appendingPathComponent("undone.sqlite").path)
        try await pool.write { db in try db.execute(sql: "CREATE TABLE t(x INTEGER PRIMARY KEY)") }
        let now = ContinuousClock.now
        return GroupCommitWriter(pool, undoing: undoing) { now }
    }

    private static func add(_ number: Int, _ db: Database) throws {
        try db.execute(sql: "INSERT INTO t VALUES (?)", arguments: [number])
    }

    private static func rows(_ writer: GroupCommitWriter) async throws -> [Int] {
        try await writer.write { db in try Int.fetchAll(db, sql: "SELECT x FROM t ORDER BY x") }
    }

    /// Runs writes in one transaction.
    /// - Returns: the numbers of the writes that succeeded.
    private static func run(
        _ count: Int, on writer: GroupCommitWriter, _ body: @escaping @Sendable (Int, Database) throws -> Void
    ) async -> Set<Int> {
        let gate = await WriterGate { body in try await writer.write(queue: "gate", body) }
        return await withTaskGroup(of: Int?.self, returning: Set<Int>.self) { group in
            for number in 0..<count {
                group.addTask {
                    do {
                        try await writer.write(queue: "\(number)") { db in try body(number, db) }
                        return number
                    } catch {
                        return nil
                    }
                }
                await WriterGate.wait(for: number + 1) { writer.counters }
            }
            gate.release()
            var done: Set<Int> = []
            for await number in group { if let number { done.insert(number) } }
            await writer.idle()
            return done
        }
    }

    @Test(arguments: [GroupCommitWriter.Undoing.savepoints, .repetition])
    func `a write that fails after it has changed something undoes only itself`(
        _ undoing: GroupCommitWriter.Undoing
    ) async throws {
        let directory = try TemporaryFolder()
        let writer = try await Self.writer(in: directory, undoing)
        let done = await Self.run(20, on: writer) { number, db in
            try Self.add(number, db)
            if number == 7 || number == 13 {
                try Self.add(100 + number, db)
                throw Refused()
            }
        }
        let expected = (0..<20).filter { $0 != 7 && $0 != 13 }
        #expect(done == Set(expected))
        #expect(try await Self.rows(writer) == expected)
    }

    @Test func `a write that is refused before it changes a row makes no other write run again`() async throws {
        let directory = try TemporaryFolder()
        let writer = try await Self.writer(in: directory)
        let runs = Mutex(0)
        let done = await Self.run(20, on: writer) { number, db in
            runs.withLock { $0 += 1 }
            if number.isMultiple(of: 2) { throw Refused() }
            try Self.add(number, db)
        }
        #expect(done == Set((0..<20).filter { !$0.isMultiple(of: 2) }))
        #expect(try await Self.rows(writer) == (0..<20).filter { !$0.isMultiple(of: 2) })
        #expect(runs.withLock(\.self) == 20)
        #expect(writer.counters.repetitions == 0)
    }

    @Test func `a write that a constraint stops undoes only itself, and each failed write runs once`() async throws {
        let directory = try TemporaryFolder()
        let writer = try await Self.writer(in: directory)
        let runs = Mutex<[Int: Int]>([:]), repeated = Mutex<Set<Int>>([])
        let done = await Self.run(6, on: writer) { number, db in
            runs.withLock { $0[number, default: 0] += 1 }
            if GroupCommitWriter.isRepetition { repeated.withLock { _ = $0.insert(number) } }
            try Self.add(number * 2, db)
            // The third write adds the number of the second.
            if number == 2 { try Self.add(2, db) }
        }
        #expect(done == [0, 1, 3, 4, 5])
        #expect(try await Self.rows(writer) == [0, 2, 6, 8, 10])
        #expect(runs.withLock(\.self) == [0: 2, 1: 2, 2: 1, 3: 1, 4: 1, 5: 1])
        #expect(repeated.withLock(\.self) == [0, 1])
        #expect(writer.counters.repetitions == 1)
    }

    @Test func `a user whose writes always fail makes few transactions run twice`() async throws {
        let directory = try TemporaryFolder()
        let writer = try await Self.writer(in: directory)
        for round in 0..<10 {
            let done = await Self.run(4, on: writer) { number, db in
                try Self.add(round * 10 + number, db)
                if number == 3 { throw Refused() }
            }
            #expect(done == [0, 1, 2])
        }
        #expect(try await Self.rows(writer).count == 30)
        #expect(writer.counters.repetitions == 1)
    }

    @Test func `after the end of a transaction that no write announced, its writes fail and the next ones succeed`()
        async throws
    {
        let directory = try TemporaryFolder()
        let writer = try await Self.writer(in: directory)
        let done = await Self.run(4, on: writer) { number, db in
            try Self.add(number, db)
            // SQLite does the same on a full disk.
            if number == 1 { try db.rollback() }
        }
        #expect(done == [2, 3])
        #expect(try await Self.rows(writer) == [2, 3])
    }

    @Test func `a single write that fails is undone`() async throws {
        let directory = try TemporaryFolder()
        let writer = try await Self.writer(in: directory)
        await #expect(throws: Refused.self) {
            try await writer.write { db in
                try Self.add(1, db)
                throw Refused()
            }
        }
        #expect(try await Self.rows(writer).isEmpty)
        #expect(writer.counters.repetitions == 0)
    }

    @Test func `a write that runs a second time counts once against the rate limits`() async throws {
        let directory = try TemporaryFolder()
        let writer = try await Self.writer(in: directory)
        let now = ContinuousClock.now
        let limiter = RateLimiter(
            limits: RateLimits(
                loginPerRemote: nil, loginPerAccount: nil, sendsPerUser: nil,
                invitationsPerUser: RateLimit(perSecond: 0.001, burst: 1)),
            clock: { now })
        let done = await Self.run(3, on: writer) { number, db in
            try Self.add(number, db)
            if number == 0 { try limiter.use(.invitation(of: "@ann:localhost")) }
            if number == 1 { throw Refused() }
        }
        #expect(done == [0, 2])
        #expect(throws: (any Error).self) { try limiter.use(.invitation(of: "@ann:localhost")) }
    }
}
