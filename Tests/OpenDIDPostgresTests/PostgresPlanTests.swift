import HeraldPostgres
import OpenDID_DataModel
import TestSupport
import Testing

@testable import OpenDIDPostgres
@testable import OpenDIDServices

@Suite("The statements that PostgreSQL executes cheaply", .enabled(if: PostgresServer.programs != nil))
struct PostgresPlanTests {
    @Test("old rows are deleted without reading the rest of their tables")
    func deletions() async throws {
        let database = try await PostgresDatabase.open(testConfiguration())
        try await database.write { rows in
            let transaction = try #require(rows as? PostgresRows).transaction
            try transaction.execute(
                """
                INSERT INTO service_transaction (role, id, flow, state, revision, created, expires, data, forgotten)
                SELECT 'tas', 'id ' || n, 'M210', 'begun', 0, 0, 0, '', n FROM generate_series(1, 2000) n
                """)
            try transaction.execute("INSERT INTO noti_message (message) SELECT '' FROM generate_series(1, 2000)")
        }
        try await database.write { rows in
            _ = try #require(rows as? PostgresRows).transaction.execute("ANALYZE service_transaction, noti_message")
        }
        let (deleted, read) = try await database.sweep { rows in
            let before = try Self.rowsRead(rows)
            let deleted = try rows.deleteExpiredTransactions(before: UTCInstant(seconds: 1_000), limit: 10)
            try rows.deleteNotifications(upTo: 10)
            return (deleted, try Self.rowsRead(rows) - before)
        }
        #expect(deleted == 10 && read == 0)
        #expect(try await database.read { try $0.notifications().count } == 1_990)
        await database.close()
    }

    /// Returns the number of rows that this connection has read in searches of whole tables.
    private static func rowsRead(_ rows: any ServiceRows) throws -> Int {
        let row = try #require(rows as? PostgresRows).transaction.first(
            """
            SELECT sum(seq_tup_read)::bigint FROM pg_stat_xact_user_tables
            WHERE relid IN ('service_transaction'::regclass, 'noti_message'::regclass)
            """)
        return try #require(row).get(0)
    }
}
