import HeraldPostgres
import OpenDID_DataModel
import TestSupport
import Testing

@testable import OpenDIDPostgres
@testable import OpenDIDServices

@Suite("What PostgreSQL refuses", .enabled(if: PostgresServer.programs != nil))
struct PostgresOutageTests {
    private static let tables = [PostgresMigration("tables", "CREATE TABLE t (id bigint)")]

    /// A statement that fails with a SQLSTATE, as if the server had that reason.
    private static func failing(_ state: String) -> String {
        "DO $$ BEGIN RAISE EXCEPTION 'reason' USING ERRCODE = '\(state)'; END $$"
    }

    /// A SQLSTATE, and the code and the beginning of the sentence at the start.
    private static let reasons: [(String, ServicesError.Code, String)] = [
        ("25006", .dataUnwritable, "the database is read-only, so give the URL of the primary server"),
        ("42501", .dataUnwritable, "the user may not create or use the schema "),
        ("53100", .dataUnwritable, "the server's disk is full"),
        ("53200", .databaseUnreachable, "the database cannot be reached: "),
        ("53300", .databaseUnreachable, "the database cannot be reached: "),
    ]

    @Test("is a temporary error at run time and a sentence at the start, and ends with its cause", arguments: reasons)
    func refusals(state: String, code: ServicesError.Code, sentence: String) async throws {
        let configuration = try await testConfiguration()
        let refused =
            await failure {
                try await PostgresDatabase.open(
                    configuration, migrations: Self.tables + [PostgresMigration("fails", Self.failing(state))])
            } as? ServicesError
        #expect(refused?.code == code && refused?.field == "database")
        #expect(refused?.reason.hasPrefix(sentence) == true, "\(refused as Any)")

        let database = try await PostgresDatabase.open(configuration, migrations: Self.tables)
        func write(_ statement: String) async throws {
            try await database.write { rows in
                _ = try #require(rows as? PostgresRows).transaction.execute(statement)
            }
        }
        let failed = await failure { try await write(Self.failing(state)) } as? ServiceDatabaseError
        #expect(failed?.retryAfter == .seconds(5), "\(failed as Any)")
        try await write("INSERT INTO t VALUES (1)")
        await database.close()
    }
}
