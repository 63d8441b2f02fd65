import HeraldPeer
import HeraldPostgres
import SDNWire

/// A gateway's database in PostgreSQL, which any number of gateways share.
///
/// A write takes the locks of its rows or an advisory lock before it reads, so that it never has to be repeated because of others. Only single
/// statements rely on the row locks that they take themselves.
final class PostgresGatewayDatabase: GatewayDatabase {
    private let pool: PostgresPool
    private let clock: (@Sendable () -> Timestamp)?

    var metrics: [MetricFamily] {
        let counters = pool.counters
        return [
            MetricFamily(
                "herald_gateway_database_in_use", .gauge, "Connections to the database in use.", counters.inUse),
            MetricFamily(
                "herald_gateway_database_idle", .gauge, "Free connections to the database.", counters.idle),
            MetricFamily(
                "herald_gateway_database_waiting", .gauge, "Requests that wait for a connection to the database.",
                counters.waiting),
            MetricFamily(
                "herald_gateway_database_failed_total", .counter, "Failed attempts to connect to the database.",
                counters.failed),
        ]
    }

    private init(_ pool: PostgresPool, _ clock: (@Sendable () -> Timestamp)?) {
        self.pool = pool
        self.clock = clock
    }

    /// Opens the database, and runs the migrations that are missing.
    /// - Parameters:
    ///   - connections: the most connections of this process.
    ///   - clock: the clock of a test. Defaults to that of the database's server.
    /// - Throws: ``GatewayError`` without any text of the URL. Existing data is neither deleted nor repaired.
    static func open(
        url: String, connections: Int, clock: (@Sendable () -> Timestamp)? = nil
    ) async throws(GatewayError) -> PostgresGatewayDatabase {
        do throws(PostgresError) {
            var configuration = try PostgresConfiguration(PostgresURL(url), schema: PostgresGatewaySchema.name)
            configuration.limits.connections = connections
            return try await open(configuration, clock: clock)
        } catch {
            throw Self.opening(error)
        }
    }

    /// Opens the database with a configuration of a test.
    static func open(
        _ configuration: PostgresConfiguration, clock: (@Sendable () -> Timestamp)? = nil
    ) async throws(PostgresError) -> PostgresGatewayDatabase {
        let pool = try PostgresPool(configuration)
        do {
            try await PostgresMigrations(PostgresGatewaySchema.migrations).run(on: pool)
            return PostgresGatewayDatabase(pool, clock)
        } catch {
            await pool.close()
            throw error as? PostgresError ?? PostgresError(.other, reason: "the start was cancelled")
        }
    }

    /// Returns the error of a database that cannot be opened, in the gateway's own words.
    static func opening(_ error: PostgresError) -> GatewayError {
        let reason = error.field.map { "\($0): \(error.reason)" } ?? error.reason
        func fail(_ code: GatewayError.Code, _ sentence: String) -> GatewayError {
            GatewayError(code, field: "database", reason: sentence)
        }
        return switch error.kind {
        case .configuration: fail(.configuration, reason)
        case .invalidPassword: fail(.configuration, "the server refuses the user or the password: \(error.reason)")
        case .tls: fail(.configuration, "TLS failed: \(error.reason)")
        case .undefinedDatabase:
            fail(.configuration, "the database does not exist, so create it first: \(error.reason)")
        case .permissionDenied:
            fail(
                .databaseUnwritable,
                "the user may not create or use the schema \(PostgresGatewaySchema.name): \(error.reason)")
        case .readOnly: fail(.databaseUnwritable, "the database is read-only, so give the primary server")
        case .diskFull: fail(.databaseUnwritable, "the server's disk is full")
        case .schemaTooNew: fail(.databaseTooNew, reason)
        case .schemaUnknown: fail(.databaseUnreadable, reason)
        case _ where error.isTemporary: fail(.databaseUnreachable, "the database cannot be reached: \(error.reason)")
        default: fail(.databaseUnreadable, "the schema cannot be brought up to date: \(error.description)")
        }
    }

    func read<T: Sendable>(_ body: @escaping @Sendable (any GatewayRows) throws -> T) async throws -> T {
        try await describing {
            do {
                return try await self.snapshot(body)
            } catch let error as PostgresError where error.kind == .connectionLost {
                // A read changes nothing, and the server may have been started again meanwhile.
                return try await self.snapshot(body)
            }
        }
    }

    private func snapshot<T: Sendable>(_ body: @escaping @Sendable (any GatewayRows) throws -> T) async throws -> T {
        let clock = clock
        return try await pool.transaction(
            isolation: .repeatableRead, readOnly: true,
            blocking: { transaction in try body(PostgresRows(transaction: transaction, clock: clock)) })
    }

    func write<T: Sendable>(waitsForDisk: Bool, _ body: @escaping @Sendable (any GatewayRows) throws -> T) async throws
        -> T
    {
        let clock = clock
        return try await describing {
            try await self.pool.transaction(
                isolation: .readCommitted,
                blocking: { transaction in try body(PostgresRows(transaction: transaction, clock: clock)) })
        }
    }

    func check() async throws {
        try await describing { _ = try await self.pool.read("SELECT 1::bigint") }
    }

    func close() async { await pool.close() }

    private func describing<T: Sendable>(_ body: @Sendable () async throws -> T) async throws -> T {
        do {
            return try await body()
        } catch let error as PostgresError {
            // An operator changes the password, the certificate or the rights while the gateway runs.
            let isOfOperator = [.invalidPassword, .tls, .undefinedDatabase, .permissionDenied].contains(error.kind)
            throw GatewayDatabaseError(isTemporary: error.isTemporary || isOfOperator, reason: error.description)
        }
    }
}
