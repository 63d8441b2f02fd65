import Foundation
import GRDB
import TestSupport
import Testing

@testable import OpenDIDServices

@Suite("The services' database")
struct DatabaseTests {
    private static let migrations = [
        SQLiteMigration("test-1") { db in try db.execute(sql: "CREATE TABLE entry (number INTEGER PRIMARY KEY)") }
    ]

    private struct Refused: Error {}

    private func count(_ database: SQLiteDatabase) async throws -> Int {
        try await database.read { rows in try Int.fetchOne(rows.sqlite, sql: "SELECT COUNT(*) FROM entry") ?? 0 }
    }

    @Test("only the writes that fail are undone when several share a commit", arguments: [true, false])
    func together(inMemory: Bool) async throws {
        let directory = try TemporaryFolder()
        let database = try SQLiteDatabase(inMemory ? .memory : .directory(directory.url), migrations: Self.migrations)
        let failures = await withTaskGroup(of: Bool.self) { group in
            for number in 0..<200 {
                group.addTask {
                    do {
                        try await database.write { rows in
                            try rows.sqlite.execute(sql: "INSERT INTO entry (number) VALUES (?)", arguments: [number])
                            if number % 5 == 0 { throw Refused() }
                        }
                        return false
                    } catch {
                        return error is Refused
                    }
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(failures == 40)
        #expect(try await count(database) == 160)
        await database.close()
    }

    @Test("a write that fails leaves nothing, and the next one is stored", arguments: [true, false])
    func alone(inMemory: Bool) async throws {
        let directory = try TemporaryFolder()
        let database = try SQLiteDatabase(inMemory ? .memory : .directory(directory.url), migrations: Self.migrations)
        await #expect(throws: Refused.self) {
            try await database.write { rows in
                try rows.sqlite.execute(sql: "INSERT INTO entry (number) VALUES (1)")
                throw Refused()
            }
        }
        try await database.write { rows in try rows.sqlite.execute(sql: "INSERT INTO entry (number) VALUES (2)") }
        #expect(
            try await database.read { rows in try Int.fetchAll(rows.sqlite, sql: "SELECT number FROM entry") } == [2])
        await database.close()
    }

    @Test(
        "when SQLite ends a shared transaction, only the writes that reported success are stored",
        arguments: [true, false])
    func endedTransaction(inMemory: Bool) async throws {
        let directory = try TemporaryFolder()
        let database = try SQLiteDatabase(inMemory ? .memory : .directory(directory.url), migrations: Self.migrations)
        try await database.write { rows in try rows.sqlite.execute(sql: "INSERT INTO entry (number) VALUES (1000)") }
        let kept = await withTaskGroup(of: Int?.self) { group in
            for number in 0..<300 {
                group.addTask {
                    try? await database.write { rows in
                        try rows.sqlite.execute(sql: "INSERT INTO entry (number) VALUES (?)", arguments: [number])
                        // Takes all who share the transaction along; some do not even mind.
                        if number % 60 == 1 {
                            try rows.sqlite.execute(sql: "INSERT OR ROLLBACK INTO entry (number) VALUES (1000)")
                        }
                        if number % 60 == 2 {
                            try? rows.sqlite.execute(sql: "INSERT OR ROLLBACK INTO entry (number) VALUES (1000)")
                        }
                        return number
                    }
                }
            }
            return await group.reduce(into: Set([1000])) { if let number = $1 { $0.insert(number) } }
        }
        #expect(
            try await database.read { rows in try Set(Int.fetchAll(rows.sqlite, sql: "SELECT number FROM entry")) }
                == kept)
        await database.close()
    }

    @Test("written data is there after the file is opened again, and two processes can use it at once")
    func shared() async throws {
        let directory = try TemporaryFolder()
        let first = try SQLiteDatabase(.directory(directory.url), migrations: Self.migrations)
        let second = try SQLiteDatabase(.directory(directory.url), migrations: Self.migrations)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<60 {
                let database = number % 2 == 0 ? first : second
                group.addTask {
                    try await database.write { rows in
                        try rows.sqlite.execute(sql: "INSERT INTO entry (number) VALUES (?)", arguments: [number])
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try await count(first) == 60)
        await first.close()
        await second.close()
        let again = try SQLiteDatabase(.directory(directory.url), migrations: Self.migrations)
        #expect(try await count(again) == 60)
        await again.close()
    }

    @Test(
        "a file that is not a database, a newer one, or one from before the first release is reported and not changed")
    func unreadable() async throws {
        let directory = try TemporaryFolder()
        let file = directory.url.appendingPathComponent("opendid.sqlite")
        let bytes = Data(String(repeating: "no database ", count: 1000).utf8)
        try bytes.write(to: file)
        #expect { try SQLiteDatabase(.directory(directory.url), migrations: Self.migrations) } throws: { error in
            (error as? ServicesError)?.code == .databaseUnreadable
        }
        #expect(try Data(contentsOf: file) == bytes)
        try FileManager.default.removeItem(at: file)
        let newer = try SQLiteDatabase(
            .directory(directory.url), migrations: Self.migrations + [SQLiteMigration("test-2") { _ in }])
        await newer.close()
        #expect { try SQLiteDatabase(.directory(directory.url), migrations: Self.migrations) } throws: { error in
            (error as? ServicesError)?.code == .databaseTooNew
        }
        #expect {
            try SQLiteDatabase(.directory(directory.url), migrations: [SQLiteMigration("other-1") { _ in }])
        } throws: { error in
            (error as? ServicesError)?.code == .databaseTooOld
        }
        let again = try SQLiteDatabase(
            .directory(directory.url), migrations: Self.migrations + [SQLiteMigration("test-2") { _ in }])
        #expect(try await count(again) == 0)
        await again.close()
    }
}
