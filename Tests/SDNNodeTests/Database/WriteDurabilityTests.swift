import Foundation
import GRDB
import HeraldPeer
import TestSupport
import Testing
@testable import SDNNode

@Suite("Durability of single writes")
struct WriteDurabilityTests {
    /// The connection's setting at a commit: 1 leaves the log to the system, 2 waits for the disk.
    private static let level: @Sendable (Database) throws -> Int? = { db in
        try Int.fetchOne(db, sql: "PRAGMA synchronous")
    }

    private static func pool(in directory: TemporaryFolder, level: Int) async throws -> DatabasePool {
        let pool = try DatabasePool(path: directory.url.appendingPathComponent("levels.sqlite").path)
        try await pool.writeWithoutTransaction { db in try db.execute(sql: "PRAGMA synchronous = \(level)") }
        return pool
    }

    /// Time stands still, so that it ends no transaction.
    private static func writer(on pool: DatabasePool) -> GroupCommitWriter {
        let now = ContinuousClock.now
        return GroupCommitWriter(pool) { now }
    }

    @Test func `a write waits for the disk, unless it has to outlive only the process`() async throws {
        let directory = try TemporaryFolder()
        let writer = GroupCommitWriter(try await Self.pool(in: directory, level: 2))
        var levels: [Int?] = []
        for durability in [GroupCommitWriter.Durability.process, .power, .power, .process, .process, .power] {
            levels.append(try await writer.write(durability: durability, Self.level))
        }
        #expect(levels == [1, 2, 2, 1, 1, 2])
        #expect(try await writer.write(Self.level) == 2)
    }

    @Test func `a transaction waits for the disk if one of its writes does`() async throws {
        let directory = try TemporaryFolder()
        let writer = Self.writer(on: try await Self.pool(in: directory, level: 2))
        let gate = await WriterGate { body in try await writer.write(body) }
        try await withThrowingTaskGroup(of: Int?.self) { group in
            for number in 0..<10 {
                group.addTask {
                    try await writer.write(queue: "\(number)", durability: number == 7 ? .power : .process, Self.level)
                }
                await WriterGate.wait(for: number + 1) { writer.counters }
            }
            gate.release()
            for try await level in group { #expect(level == 2) }
        }
        await writer.idle()
        #expect(writer.counters.commits == 2)
    }

    @Test func `a write that waits for the disk does not join a transaction that does not`() async throws {
        let directory = try TemporaryFolder()
        let writer = Self.writer(on: try await Self.pool(in: directory, level: 2))
        let gate = await WriterGate { body in try await writer.write(durability: .process, body) }
        async let first = writer.write(durability: .process, Self.level)
        await WriterGate.wait(for: 1) { writer.counters }
        async let second = writer.write(durability: .power, Self.level)
        await WriterGate.wait(for: 2) { writer.counters }
        gate.release()
        // Both wait at the same moment and share a transaction; it is not the gate's, which does not wait.
        #expect(try await [first, second] == [2, 2])
        await writer.idle()
        #expect(writer.counters.commits == 2)
    }

    @Test func `a database that never waits for the disk stays so`() async throws {
        let directory = try TemporaryFolder()
        let writer = GroupCommitWriter(try await Self.pool(in: directory, level: 1))
        #expect(try await writer.write(durability: .process, Self.level) == 1)
        #expect(try await writer.write(Self.level) == 1)
    }
}
