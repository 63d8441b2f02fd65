import HeraldPostgres
import SDNWire
import TestSupport
import Testing

@testable import SDNGateway

@Suite("A gateway's user of PostgreSQL", .enabled(if: PostgresServer.programs != nil))
struct PostgresRightsTests {
    @Test("needs no right to create anything if nothing is missing")
    func rowsOnly() async throws {
        let owner = try await GatewayDatabaseKind.configuration()
        await (try await PostgresGatewayDatabase.open(owner)).close()
        let schema = owner.schema, user = "u_\(schema)"
        let pool = try PostgresPool(owner)
        try await pool.write("CREATE ROLE \(user) LOGIN")
        let url = try await PostgresServer.shared.value.url(user: user)
        let configuration = try PostgresConfiguration(PostgresURL(url), schema: schema)
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
