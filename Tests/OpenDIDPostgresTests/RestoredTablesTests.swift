import HeraldPostgres
import OpenDID_DataModel
import TestSupport
import Testing

@testable import OpenDIDPostgres
@testable import OpenDIDServices

@Suite("Restored schemas", .enabled(if: PostgresServer.programs != nil))
struct RestoredTablesTests {
    @Test("the check of a restored schema knows every table, every sequence and every migration")
    func complete() async throws {
        let configuration = try await testConfiguration()
        try await PostgresDatabase.open(configuration).close()
        let pool = try PostgresPool(configuration)
        let (tables, sequences, done) = try await pool.transaction(readOnly: true) { transaction in
            let rows = PostgresBackupRows(transaction: transaction)
            return (try rows.tables(), try rows.sequences(), try rows.migrations())
        }
        await pool.close()
        #expect(tables == Set(RestoredTables.tables.values.joined()).union(["herald_migration"]))
        #expect(sequences == Set(RestoredTables.sequences.map(\.sequence)))
        #expect(Set(done) == Set(RestoredTables.tables.keys))
    }

    @Test("the roles of a schema are those that its name gives, and other schemas have none")
    func names() {
        #expect(PostgresSchema.roles(of: "opendid_tas") == [.tas])
        #expect(PostgresSchema.roles(of: PostgresSchema.name(for: [.verifier, .issuer])) == [.issuer, .verifier])
        for name in ["opendid", "opendid_", "opendid_other", "opendid_verifier_issuer", "public", "opendid_tas_issuer"]
        {
            #expect(PostgresSchema.roles(of: name) == nil, "\(name)")
        }
    }

    @Test("a shell reads a quoted text as one word, and an address without its secrets")
    func quoted() throws {
        let url = try PostgresURL("postgres://u:se%27cret@h:1/a%27b?sslmode=require&sslpassword=hidden")
        #expect(url.keywordsAndValues == #"dbname='a\'b' host='h' port='1' sslmode='require' user='u'"#)
        #expect(url.hasSecrets)
        let word = BackupCommand.quoted(url.keywordsAndValues)
        #expect(try PostgresServer.run("printf %s \(word)") == url.keywordsAndValues)
    }
}
