import Foundation
import HeraldPostgres
import OpenDID_DataModel
import TestSupport
import Testing

@testable import OpenDIDPostgres
@testable import OpenDIDServices

@Suite("Opening the services' database in PostgreSQL")
struct PostgresOpeningTests {
    private func refusal(of configuration: PostgresConfiguration) async -> ServicesError? {
        await failure { try await PostgresDatabase.open(configuration) } as? ServicesError
    }

    @Test("a process without the trust agent has a schema of its own, as with SQLite's files")
    func schemaNames() {
        #expect(PostgresSchema.name(for: Set(ServiceRole.allCases)) == "opendid_tas")
        #expect(PostgresSchema.name(for: [.tas]) == "opendid_tas")
        #expect(PostgresSchema.name(for: [.issuer]) == "opendid_issuer")
        #expect(PostgresSchema.name(for: [.verifier, .issuer]) == "opendid_issuer_verifier")
        #expect(
            PostgresSchema.name(for: Set(ServiceRole.allCases).subtracting([.tas]))
                == "opendid_list_noti_cas_wallet_issuer_verifier_gateway")
    }

    @Test("released migrations keep their numbers, so this list only grows at its end")
    func migrationNumbers() {
        #expect(
            PostgresSchema.migrations.map(\.name) == [
                "transactions, version 1", "identity, version 1", "salt, version 1", "registry, version 1",
                "tas, version 1", "issuer, version 1", "verifier, version 1", "cas, version 1", "wallet, version 1",
                "noti, version 1", "limits, version 1",
            ])
    }

    @Test(
        "a URL that cannot be used is refused with the field and the part, and without its text",
        arguments: [
            ("mysql://u:hunter2@h/d", "scheme"), ("postgres://u:hunter2@h:port/d", "port"),
            ("postgres://u:hunter2@h/d?sslmode=hunter2", "sslmode"), ("postgres://u:hun%ter2@h/d", "url"),
            ("postgres://u@h/d?hunter2=x", "query parameter 1"), ("hunter2", "scheme"), ("", "scheme"),
        ])
    func urls(url: String, part: String) {
        let error = #expect(throws: ServicesError.self) { try ServicesConfiguration.Storage.postgres(url) }
        #expect(error?.code == .configuration && error?.field == "database")
        #expect(error?.reason.hasPrefix("\(part): ") == true, "\(error as Any)")
        #expect(error?.description.contains("hunter2") == false)
    }

    @Test("the number of connections has limits", arguments: [(0, false), (1, true), (1_000, true), (1_001, false)])
    func connections(count: Int, isValid: Bool) {
        let storage = try? ServicesConfiguration.Storage.postgres("postgres://h/d", connections: count)
        #expect((storage != nil) == isValid)
    }

    @Test("the name of a database shows no password")
    func name() throws {
        let storage = try ServicesConfiguration.Storage.postgres("postgres://u:hunter2@h:5433/d?sslpassword=hunter3")
        guard case .database(let source) = storage else {
            Issue.record("\(storage)")
            return
        }
        #expect(source.name == "postgres://u@h:5433/d")
        #expect(!"\(storage)".contains("hunter"))
    }

    @Test("a server that does not answer is a sentence at the start")
    func unreachable() async throws {
        let gone = try RefusingPort()
        var configuration = try PostgresConfiguration(
            PostgresURL("postgres://u:hunter2@127.0.0.1:\(gone.port)/d"), schema: "s")
        configuration.limits.leaseTime = .seconds(4)
        let error = await refusal(of: configuration)
        #expect(error?.code == .databaseUnreachable && error?.field == "database")
        #expect(error?.reason.hasPrefix("the database cannot be reached: ") == true)
        #expect(error?.description.contains("hunter2") == false)
    }

    @Test("a wrong password or database is a sentence at the start", .enabled(if: PostgresServer.programs != nil))
    func refused() async throws {
        let server = try await PostgresServer.make(listens: true) { folder in
            try "local all all trust\nhost all all 127.0.0.1/32 scram-sha-256\n".write(
                toFile: "\(folder)/data/pg_hba.conf", atomically: false, encoding: .utf8)
        }
        let port = try #require(server.port)
        let password = await refusal(
            of: try await testConfiguration(url: "postgres://herald:hunter2@127.0.0.1:\(port)/postgres"))
        #expect(password?.code == .configuration && password?.field == "database")
        #expect(password?.reason.hasPrefix("the server refuses the user or the password: ") == true)
        #expect(password?.description.contains("hunter2") == false)
        let database = await refusal(of: try await testConfiguration(url: server.url("missing")))
        #expect(database?.code == .configuration)
        #expect(database?.reason.hasPrefix("the database does not exist, so create it first: ") == true)
    }

    @Test("a read-only database is a sentence at the start", .enabled(if: PostgresServer.programs != nil))
    func readOnly() async throws {
        let server = try await PostgresServer.make("-c default_transaction_read_only=on")
        let error = await refusal(of: try await testConfiguration(url: server.url()))
        #expect(error?.code == .dataUnwritable && error?.field == "database")
        #expect(error?.reason == "the database is read-only, so give the URL of the primary server")
    }

    @Test(
        "a schema of a newer program is refused, and one of another program too",
        .enabled(if: PostgresServer.programs != nil))
    func schemas() async throws {
        let configuration = try await testConfiguration()
        let newer = PostgresSchema.migrations + [PostgresMigration("later", "CREATE TABLE later (id bigint)")]
        try await PostgresDatabase.open(configuration, migrations: newer).close()
        let tooNew = await refusal(of: configuration)
        #expect(tooNew?.code == .databaseTooNew && tooNew?.field == configuration.schema)
        #expect(tooNew?.reason.hasPrefix("a newer version of Herald wrote this schema") == true)

        let foreign = try await testConfiguration()
        try await PostgresDatabase.open(foreign, migrations: [PostgresMigration("foreign", "SELECT 1")]).close()
        let unknown = await refusal(of: foreign)
        #expect(unknown?.code == .databaseUnreadable && unknown?.field == foreign.schema)
    }

    @Test(
        "servers start and enrol as a user who may only use the rows", .enabled(if: PostgresServer.programs != nil),
        .timeLimit(.minutes(10)))
    func rowsOnly() async throws {
        let owner = try await testConfiguration()
        func start(_ configuration: PostgresConfiguration) async throws -> OpenDIDServices {
            let source = ServiceDatabaseSource(name: "test") { _ in try await PostgresDatabase.open(configuration) }
            return try await OpenDIDServices.start(
                ServicesConfiguration(
                    publicBaseURL: "http://services.test", storage: .database(source),
                    passphrase: ServiceSecret("the operator's")))
        }
        try await PostgresDatabase.open(owner).close()
        let schema = owner.schema, user = "u_\(schema)"
        let pool = try PostgresPool(owner)
        try await pool.write("CREATE ROLE \(user) LOGIN")
        let server = try await PostgresServer.shared.value
        let configuration = try await testConfiguration(url: server.url(user: user), schema: schema)
        let refused = await refusal(of: configuration)
        #expect(refused?.code == .dataUnwritable)
        #expect(refused?.reason.hasPrefix("the user may not create or use the schema \(schema): ") == true)
        try await pool.write("GRANT USAGE ON SCHEMA \(schema) TO \(user)")
        try await pool.write("GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA \(schema) TO \(user)")
        try await pool.write("GRANT USAGE ON ALL SEQUENCES IN SCHEMA \(schema) TO \(user)")
        for _ in 0..<2 { try await start(configuration).stop() }
        await pool.close()
    }

    @Test("several processes open a new schema at once", .enabled(if: PostgresServer.programs != nil))
    func atOnce() async throws {
        let configuration = try await testConfiguration()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask { try await PostgresDatabase.open(configuration).close() }
            }
            try await group.waitForAll()
        }
    }
}
