import Foundation
import TestSupport
import Testing

@testable import HeraldPostgres

@Suite("The migrations of a schema", .enabled(if: PostgresServer.programs != nil)) struct PostgresMigrationsTests {
    private let first = PostgresMigration("one", "CREATE TABLE a (i bigint); INSERT INTO a VALUES (1)")
    private let second = PostgresMigration("two") { try await $0.execute("UPDATE a SET i = i + 1") }

    @Test("run once each, whichever instance comes first")
    func once() async throws {
        let schema = "t_migrate_once_\(UInt32.random(in: 0 ... .max))"
        let settings = try await configuration(schema: schema)
        let pools = try (0..<4).map { _ in try PostgresPool(settings) }
        let runs = try await withThrowingTaskGroup(of: Int.self) { group in
            for pool in pools { group.addTask { try await PostgresMigrations([first, second]).run(on: pool) } }
            return try await group.reduce(into: [Int]()) { $0.append($1) }
        }
        #expect(runs.sorted() == [0, 0, 0, 2])
        #expect(try await pools[0].read("SELECT i FROM a").map(\.values) == [[.int(2)]])
        for pool in pools { await pool.close() }
    }

    @Test("continue where an older version ended")
    func later() async throws {
        try await withPool { pool async throws in
            #expect(try await PostgresMigrations([first]).run(on: pool) == 1)
            #expect(try await PostgresMigrations([first, second]).run(on: pool) == 1)
            #expect(try await PostgresMigrations([first, second]).run(on: pool) == 0)
        }
    }

    @Test("a schema of a newer version or of another program is refused and stays as it is")
    func refusals() async throws {
        try await withPool { pool async throws in
            try await PostgresMigrations([first, second]).run(on: pool)
            let newer = await failure { try await PostgresMigrations([first]).run(on: pool) } as? PostgresError
            #expect(newer?.kind == .schemaTooNew)
            #expect(
                newer?.reason
                    == "a newer version of Herald wrote this schema (version 2, and this program knows up to 1), so use that version"
            )
            let other = PostgresMigrations([first, PostgresMigration("other", "DROP TABLE a"), second])
            #expect(await kind { try await other.run(on: pool) } == .schemaUnknown)
            #expect(try await pool.read("SELECT i FROM a").count == 1)
        }
    }

    @Test("a failed migration leaves nothing behind")
    func failing() async throws {
        let pool = try await PostgresPool(configuration())
        let broken = PostgresMigration("broken", "CREATE TABLE b (i bigint); INSERT INTO b VALUES (1); SELECT 1 / 0")
        #expect(await kind { try await PostgresMigrations([first, broken]).run(on: pool) } == .invalidValue)
        let schemas = try await pool.read(
            "SELECT 1 FROM pg_namespace WHERE nspname = $1::text", [pool.configuration.schema])
        #expect(schemas.isEmpty)
        #expect(try await PostgresMigrations([first, second]).run(on: pool) == 2)
        await pool.close()
    }

    @Test("need no right to create anything if nothing is missing, and say what the user may not do")
    func rowsOnly() async throws {
        try await withPool { owner async throws in
            try await PostgresMigrations([first]).run(on: owner)
            let schema = owner.configuration.schema, user = "u_\(schema)"
            func grant(_ statement: String) async throws { try await owner.write(statement) }
            try await grant("CREATE ROLE \(user) LOGIN")
            let url = try await PostgresServer.shared.value.url(user: user)
            let pool = try await PostgresPool(configuration(url: url, schema: schema))
            #expect(await kind { try await PostgresMigrations([first]).run(on: pool) } == .permissionDenied)
            try await grant("GRANT USAGE ON SCHEMA \(schema) TO \(user)")
            try await grant("GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA \(schema) TO \(user)")
            #expect(try await PostgresMigrations([first]).run(on: pool) == 0)
            try await pool.write("UPDATE a SET i = 7")
            let third = PostgresMigration("three", "CREATE TABLE c (i bigint)")
            #expect(await kind { try await PostgresMigrations([first, third]).run(on: pool) } == .permissionDenied)
            #expect(try await owner.read("SELECT i FROM a").map(\.values) == [[.int(7)]])
            await pool.close()
        }
    }

    @Test("roles in schemas of their own do not see each other's tables")
    func schemas() async throws {
        try await withPool(tables: "CREATE TABLE own (i bigint)") { _ in
            try await withPool { other async throws in
                #expect(await kind { try await other.read("SELECT 1 FROM own") } == .undefinedTable)
            }
        }
    }
}
