import Foundation
import GRDB
import Testing

@testable import OpenDIDServices

@Suite("The services' database")
struct DatabaseTests {
    private static let migrations = [
        ServiceMigration("test-1") { db in try db.execute(sql: "CREATE TABLE entry (number INTEGER PRIMARY KEY)") },
    ]

    private struct Refused: Error {}

    private func count(_ database: ServiceDatabase) async throws -> Int {
        try await database.read { db in try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM entry") ?? 0 }
    }

    @Test("of writes that wait together those that fail are undone alone", arguments: [true, false])
    func together(inMemory: Bool) async throws {
        let directory = try TestDirectory()
        let database = try ServiceDatabase(inMemory ? .memory : .directory(directory.url), migrations: Self.migrations)
        let failures = await withTaskGroup(of: Bool.self) { group in
            for number in 0..<200 {
                group.addTask {
                    do {
                        try await database.write { db in
                            try db.execute(sql: "INSERT INTO entry (number) VALUES (?)", arguments: [number])
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

    @Test("what was written is there after the file was opened again; two can work on it at once")
    func shared() async throws {
        let directory = try TestDirectory()
        let first = try ServiceDatabase(.directory(directory.url), migrations: Self.migrations)
        let second = try ServiceDatabase(.directory(directory.url), migrations: Self.migrations)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<60 {
                let database = number % 2 == 0 ? first : second
                group.addTask { try await database.write { db in try db.execute(sql: "INSERT INTO entry (number) VALUES (?)", arguments: [number]) } }
            }
            try await group.waitForAll()
        }
        #expect(try await count(first) == 60)
        await first.close()
        await second.close()
        let again = try ServiceDatabase(.directory(directory.url), migrations: Self.migrations)
        #expect(try await count(again) == 60)
        await again.close()
    }

    @Test("a file that is no database, or a newer one, is told and left as it is")
    func unreadable() async throws {
        let directory = try TestDirectory()
        let file = directory.url.appendingPathComponent("opendid.sqlite")
        let bytes = Data(String(repeating: "no database ", count: 1000).utf8)
        try bytes.write(to: file)
        #expect { try ServiceDatabase(.directory(directory.url), migrations: Self.migrations) } throws: { error in
            (error as? ServicesError)?.code == .databaseUnreadable
        }
        #expect(try Data(contentsOf: file) == bytes)
        try FileManager.default.removeItem(at: file)
        let newer = try ServiceDatabase(.directory(directory.url), migrations: Self.migrations + [ServiceMigration("test-2") { _ in }])
        await newer.close()
        #expect { try ServiceDatabase(.directory(directory.url), migrations: Self.migrations) } throws: { error in
            (error as? ServicesError)?.code == .databaseTooNew
        }
    }
}
