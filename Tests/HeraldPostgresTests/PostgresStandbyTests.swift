import TestSupport
import Testing

@testable import HeraldPostgres

@Suite("A standby", .enabled(if: PostgresServer.programs != nil), .timeLimit(.minutes(10)))
struct PostgresStandbyTests {
    @Test(
        "refuses writes of every isolation with an error that passes, answers reads, and is used when it accepts writes"
    )
    func promoted() async throws {
        let server = try await PostgresServer.make()
        let tables = "CREATE TABLE t (i bigint); CREATE UNLOGGED TABLE u (i bigint)"
        try await withPool(server, tables: tables) { pool async throws in
            try await PostgresServer.onThread { try server.becomeStandby() }
            for isolation in [PostgresTransaction.Isolation.readCommitted, .repeatableRead, .serializable] {
                let error =
                    await failure {
                        try await pool.transaction(isolation: isolation) {
                            try await $0.execute("INSERT INTO t VALUES (1)")
                        }
                    } as? PostgresError
                #expect(error?.kind == .readOnly && error?.isTemporary == true, "\(isolation): \(error as Any)")
            }
            #expect(try await pool.read("SELECT i FROM t").isEmpty)
            // A standby has no rows of unlogged tables.
            for statement in ["SELECT i FROM u", "INSERT INTO u VALUES (1)", "DELETE FROM u"] {
                #expect(await kind { try await pool.read(statement) } == .readOnly, "\(statement)")
            }
            let migrations = PostgresMigrations([PostgresMigration("tables", tables)])
            #expect(await kind { try await migrations.run(on: pool) } == .readOnly)
            try await PostgresServer.onThread { try server.promote() }
            try await pool.transaction { try await $0.execute("INSERT INTO t VALUES (1)") }
            #expect(try await pool.read("SELECT i FROM u").isEmpty)
            #expect(try await migrations.run(on: pool) == 0)
        }
    }
}
