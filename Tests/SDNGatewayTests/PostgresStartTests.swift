import HeraldPostgres
import SDNWire
import TestSupport
import Testing

@testable import SDNGateway

@Suite("PostgreSQL at the start of a gateway", .timeLimit(.minutes(10)))
struct PostgresStartTests {
    /// A kind of error, and the beginning of the sentence at the start.
    private static let sentences: [(PostgresError.Kind, GatewayError.Code, String)] = [
        (.configuration, .configuration, "port: x"),
        (.invalidPassword, .configuration, "the server refuses the user or the password: x"),
        (.tls, .configuration, "TLS failed: x"),
        (.undefinedDatabase, .configuration, "the database does not exist, so create it first: x"),
        (.permissionDenied, .databaseUnwritable, "the user may not create or use the schema sdn_gateway: x"),
        (.readOnly, .databaseUnwritable, "the database is read-only, so give the primary server"),
        (.diskFull, .databaseUnwritable, "the server's disk is full"),
        (.tooManyConnections, .databaseUnreachable, "the database cannot be reached: x"),
        (.startingUp, .databaseUnreachable, "the database cannot be reached: x"),
    ]

    @Test("each reason has a sentence of its own", arguments: sentences)
    func reasons(kind: PostgresError.Kind, code: GatewayError.Code, sentence: String) {
        let field = kind == .configuration ? "port" : nil
        let error = PostgresGatewayDatabase.opening(PostgresError(kind, field: field, reason: "x"))
        #expect(error.code == code && error.field == "database" && error.reason == sentence)
    }

    @Test("a read-only database is refused", .enabled(if: PostgresServer.programs != nil))
    func readOnly() async throws {
        let server = try await PostgresServer.make("-c default_transaction_read_only=on")
        var error: GatewayError?
        repeat {
            try Task.checkCancellation()
            error = await #expect(throws: GatewayError.self) {
                try await PostgresGatewayDatabase.open(url: server.url(), connections: 1)
            }
            // On a busy machine the time for a connection may pass first.
        } while error?.code == .databaseUnreachable
        #expect(error?.code == .databaseUnwritable && error?.reason.contains("read-only") == true)
    }

    @Test(
        "the user needs no right to create anything if nothing is missing", .enabled(if: PostgresServer.programs != nil)
    )
    func rowsOnly() async throws {
        let owner = try await GatewayDatabaseKind.configuration()
        await (try await PostgresGatewayDatabase.open(owner)).close()
        let schema = owner.schema, user = "u_\(schema)"
        let pool = try PostgresPool(owner)
        try await pool.write("CREATE ROLE \(user) LOGIN")
        let url = try await PostgresServer.shared.value.url(user: user)
        let configuration = try await GatewayDatabaseKind.configuration(url: url, schema: schema)
        let refused = await failure { try await PostgresGatewayDatabase.open(configuration) } as? PostgresError
        #expect(refused?.kind == .permissionDenied)
        try await pool.write("GRANT USAGE ON SCHEMA \(schema) TO \(user)")
        try await pool.write("GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA \(schema) TO \(user)")
        let database = try await PostgresGatewayDatabase.open(configuration)
        try await database.check()
        await database.close()
        await pool.close()
    }
}
