import HeraldPeer
import HeraldPostgres
import OpenDIDServices
import OpenDID_DataModel

/// A process's database in one schema of PostgreSQL. Any number of processes with the same roles may use the same schema.
///
/// Every write is serializable: if two writes conflict, PostgreSQL rolls one of them back, and this type runs it again.
final class PostgresDatabase: ServiceDatabase {
    private let pool: PostgresPool

    private init(_ pool: PostgresPool) { self.pool = pool }

    /// Opens the database, and creates or changes its tables.
    /// - Throws: ``ServicesError`` with the reason why the database cannot be used. Existing data is neither deleted nor repaired.
    static func open(
        _ configuration: PostgresConfiguration, migrations: [PostgresMigration] = PostgresSchema.migrations
    ) async throws -> PostgresDatabase {
        do {
            let pool = try PostgresPool(configuration)
            do {
                try await PostgresMigrations(migrations).run(on: pool)
            } catch {
                await pool.close()
                throw error
            }
            return PostgresDatabase(pool)
        } catch let error as PostgresError {
            throw ServicesError(opening: configuration, error)
        }
    }

    func read<T: Sendable>(_ body: @escaping @Sendable (any ServiceRows) throws -> T) async throws -> T {
        try await describingErrors {
            do {
                return try await self.snapshot(body)
            } catch let error as PostgresError where error.kind == .connectionLost {
                // A read changes nothing, and the server may have been started again meanwhile.
                return try await self.snapshot(body)
            }
        }
    }

    private func snapshot<T: Sendable>(_ body: @escaping @Sendable (any ServiceRows) throws -> T) async throws -> T {
        try await pool.transaction(isolation: .repeatableRead, readOnly: true) { transaction in
            try body(PostgresRows(transaction: transaction))
        }
    }

    func write<T: Sendable>(
        durability: GroupCommitWriter.Durability, _ body: @escaping @Sendable (any ServiceRows) throws -> T
    ) async throws -> T {
        // Each durability waits for PostgreSQL's disk. Otherwise, a crash of PostgreSQL alone could undo steps that were answered.
        try await describingErrors {
            try await self.pool.transaction(isolation: .serializable) { transaction in
                try body(PostgresRows(transaction: transaction))
            }
        }
    }

    var families: [MetricFamily] { pool.counters.families }

    func check() async throws {
        try await describingErrors { _ = try await self.pool.read("SELECT 1::bigint") }
    }

    var sharedLimits: (any SharedLimits)? { PostgresLimitRows(database: self) }

    /// Executes a single statement that reads.
    /// - Throws: ``ServiceDatabaseError``, and ``ServicesError`` `stopped` if the database is closed.
    func readOnce(_ sql: String, _ values: [any PostgresParameter]) async throws -> [PostgresRow] {
        try await describingErrors { try await self.pool.read(sql, values) }
    }

    /// Executes a single statement as a transaction of its own, and returns its rows.
    /// - Throws: ``ServiceDatabaseError``, and ``ServicesError`` `stopped` if the database is closed.
    func writeOnce(_ sql: String, _ values: [any PostgresParameter]) async throws -> [PostgresRow] {
        try await describingErrors { try await self.pool.write(sql, values).rows }
    }

    /// Executes a single statement as a transaction of its own, and returns the number of changed rows.
    /// - Throws: ``ServiceDatabaseError``, and ``ServicesError`` `stopped` if the database is closed.
    func changeOnce(_ sql: String, _ values: [any PostgresParameter]) async throws -> Int {
        try await describingErrors { try await self.pool.write(sql, values).changes }
    }

    /// Runs a write that is not serializable, so that others need not run again because of the many rows that it reads.
    func sweep<T: Sendable>(_ body: @escaping @Sendable (any ServiceRows) throws -> T) async throws -> T {
        try await describingErrors {
            try await self.pool.transaction(isolation: .readCommitted) { transaction in
                try body(PostgresRows(transaction: transaction))
            }
        }
    }

    func close() async { await pool.close() }

    private func describingErrors<T: Sendable>(_ body: @Sendable () async throws -> T) async throws -> T {
        do {
            return try await body()
        } catch let error as PostgresError {
            guard error.kind != .closed else {
                throw ServicesError(.stopped, field: "database", reason: "the server stopped before this request")
            }
            let described = ServiceDatabaseError(error)
            TemporaryOutage.note(described)
            throw described
        }
    }
}
