import Foundation
import GRDB
import HeraldPeer
import TestSupport
import Testing
@testable import SDNNode

private enum CounterSchema: SchemaPart {
    static let migrations: [(name: String, apply: @Sendable (Database) throws -> Void)] = [
        ("counter 1", { db in try db.execute(sql: "CREATE TABLE counter (value INTEGER PRIMARY KEY)") })
    ]
}

private enum LaterSchema: SchemaPart {
    static let migrations: [(name: String, apply: @Sendable (Database) throws -> Void)] = [
        ("counter 1", { db in try db.execute(sql: "CREATE TABLE counter (value INTEGER PRIMARY KEY)") }),
        ("counter 2", { db in try db.execute(sql: "ALTER TABLE counter ADD COLUMN more TEXT") }),
    ]
}

private enum EarlySchema: SchemaPart {
    static let migrations: [(name: String, apply: @Sendable (Database) throws -> Void)] = [
        ("counter 0", { db in try db.execute(sql: "CREATE TABLE counter (value INTEGER PRIMARY KEY, early TEXT)") })
    ]
}

private struct Refusal: Error {}

@Suite("The node's database: group commit, lock, durability")
struct NodeDatabaseTests {
    private func count(_ database: NodeDatabase) async throws -> Int {
        try await database.read { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM counter") ?? 0 }
    }

    @Test(
        "writes that wait together share commits, and each is stored when its call returns", arguments: [true, false])
    func groupCommit(onDisk: Bool) async throws {
        let directory = try TemporaryFolder()
        let database = try NodeDatabase(
            storage: onDisk ? .directory(directory.url) : .memory, parts: [CounterSchema.self])
        try await withThrowingTaskGroup(of: Void.self) { group in
            for value in 0..<500 {
                group.addTask {
                    try await database.write { db in
                        try db.execute(sql: "INSERT INTO counter VALUES (?)", arguments: [value])
                    }
                    let isThere = try await database.read { db in
                        try Bool.fetchOne(
                            db, sql: "SELECT EXISTS (SELECT 1 FROM counter WHERE value = ?)", arguments: [value])
                    }
                    #expect(isThere == true)
                }
            }
            try await group.waitForAll()
        }
        #expect(try await count(database) == 500)
        #expect(database.counters.writes == 500)
        #expect(database.counters.commits < 250)
        await database.close()
    }

    @Test("a write that fails is undone alone, and the other writes of its commit are stored")
    func failingNeighbour() async throws {
        let database = try NodeDatabase(storage: .memory, parts: [CounterSchema.self])
        let failures = await withTaskGroup(of: Bool.self) { group in
            for value in 0..<100 {
                group.addTask {
                    do {
                        try await database.write { db in
                            try db.execute(sql: "INSERT INTO counter VALUES (?)", arguments: [value])
                            if value % 10 == 3 { throw Refusal() }
                            // A constraint that SQLite refuses, beside an error of our own.
                            if value % 10 == 7 {
                                try db.execute(sql: "INSERT INTO counter VALUES (?)", arguments: [value])
                            }
                        }
                        return false
                    } catch {
                        return true
                    }
                }
            }
            return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(failures == 20)
        #expect(try await count(database) == 80)
    }

    @Test("a write returns its value, even if its caller was cancelled after it was accepted")
    func cancelled() async throws {
        let database = try NodeDatabase(storage: .memory, parts: [CounterSchema.self])
        let task = Task {
            try await database.write { db in
                try db.execute(sql: "INSERT INTO counter VALUES (1)")
                return 42
            }
        }
        task.cancel()
        #expect(try await task.value == 42)
        #expect(try await count(database) == 1)
    }

    @Test(
        "a commit waits for the disk, or does not if the configuration says so",
        arguments: [
            (NodeConfiguration.Durability.powerLoss, 2), (.processCrash, 1),
        ])
    func synchronous(durability: NodeConfiguration.Durability, level: Int) async throws {
        let directory = try TemporaryFolder()
        let database = try NodeDatabase(
            storage: .directory(directory.url), durability: durability, parts: [CounterSchema.self])
        #expect(try await database.write { db in try Int.fetchOne(db, sql: "PRAGMA synchronous") } == level)
        #expect(try await database.read { db in try String.fetchOne(db, sql: "PRAGMA journal_mode") } == "wal")
        await database.close()
    }

    @Test("a second node on the same data is refused until the first one has ended")
    func lock() async throws {
        let directory = try TemporaryFolder()
        let first = try NodeDatabase(storage: .directory(directory.url), parts: [CounterSchema.self])
        let error = #expect(throws: NodeError.self) {
            _ = try NodeDatabase(storage: .directory(directory.url), parts: [CounterSchema.self])
        }
        #expect(error?.code == .dataInUse)
        await first.close()
        let again = try NodeDatabase(storage: .directory(directory.url), parts: [CounterSchema.self])
        await again.close()
    }

    @Test("a file that is not a database is reported and not changed")
    func damaged() throws {
        let directory = try TemporaryFolder()
        let file = directory.url.appendingPathComponent("node.sqlite")
        let garbage = Data((0..<20_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        try garbage.write(to: file)
        let error = #expect(throws: NodeError.self) {
            _ = try NodeDatabase(storage: .directory(directory.url), parts: [CounterSchema.self])
        }
        #expect(error?.code == .databaseUnreadable)
        #expect(try Data(contentsOf: file) == garbage)
    }

    @Test("data of a newer version is reported and not changed")
    func tooNew() async throws {
        let directory = try TemporaryFolder()
        let newer = try NodeDatabase(storage: .directory(directory.url), parts: [LaterSchema.self])
        await newer.close()
        let error = #expect(throws: NodeError.self) {
            _ = try NodeDatabase(storage: .directory(directory.url), parts: [CounterSchema.self])
        }
        #expect(error?.code == .databaseTooNew)
    }

    @Test("data from before the first release is reported and not changed")
    func tooOld() async throws {
        let directory = try TemporaryFolder()
        let early = try NodeDatabase(storage: .directory(directory.url), parts: [EarlySchema.self])
        try await early.write { db in try db.execute(sql: "INSERT INTO counter VALUES (1, 'x')") }
        await early.close()
        let error = #expect(throws: NodeError.self) {
            _ = try NodeDatabase(storage: .directory(directory.url), parts: [CounterSchema.self])
        }
        #expect(error?.code == .databaseTooOld)
        let again = try NodeDatabase(storage: .directory(directory.url), parts: [EarlySchema.self])
        #expect(try await count(again) == 1)
        await again.close()
    }

    @Test("a directory that cannot be created is reported")
    func unwritable() throws {
        let directory = try TemporaryFolder()
        let file = directory.url.appendingPathComponent("file")
        try Data().write(to: file)
        let error = #expect(throws: NodeError.self) {
            _ = try NodeDatabase(storage: .directory(file.appendingPathComponent("sub")), parts: [])
        }
        #expect(error?.code == .dataUnwritable)
    }
}
