import TestSupport
import Testing

@testable import HeraldPostgres

@Suite("Prepared statements that the server no longer has", .enabled(if: PostgresServer.programs != nil))
struct PostgresStaleStatementTests {
    @Test(
        "are prepared anew after a migration changed the columns, and after the connection lost them",
        arguments: ["ALTER TABLE t ADD COLUMN IF NOT EXISTS added_NUMBER bigint", "DEALLOCATE ALL"])
    func repeated(change: String) async throws {
        try await withPool(tables: "CREATE TABLE t (i bigint)") {
            $0.connections = 2
        } _: { pool async throws in
            let select = "SELECT * FROM t", insert = "INSERT INTO t VALUES (1) RETURNING *"
            func spoil(_ number: Int) async throws {
                try await pool.withConnection { first in
                    try await pool.withConnection { second in
                        for connection in [first, second] {
                            try await connection.execute(select)
                            try await connection.execute(insert)
                        }
                        for connection in [first, second] {
                            try await connection.execute(change.replacing("NUMBER", with: "\(number)"))
                        }
                        // The error is real: this connection is not used again.
                        #expect(await kind { try await first.execute(select) } == .staleStatement)
                    }
                }
            }
            try await spoil(1)
            #expect(try await pool.read(select).count == 2)
            try await spoil(2)
            #expect(try await pool.write(insert).changes == 1)
            try await spoil(3)
            let count = try await pool.transaction { try await $0.rows(select).count }
            #expect(count == 7)
            // Each statement had its effect once.
            #expect(try await pool.read("SELECT count(*) FROM t").first?.get(0) == 7)
        }
    }

    @Test("a statement that is wrong with the same code of the server is not repeated")
    func others() async throws {
        try await withPool(tables: "CREATE TABLE t (i bigint)") { pool async throws in
            let error = await failure { try await pool.read("SELECT DISTINCT i FROM t FOR UPDATE") } as? PostgresError
            #expect(error?.sqlState == "0A000" && error?.kind == .invalidStatement && error?.isTemporary == false)
            #expect(PostgresError(.staleStatement, reason: "").isTemporary)
        }
    }
}
