import Foundation
import GRDB
import HeraldLocks
import HeraldPeer
import SDNWire

/// A gateway's database in a SQLite file. Several gateways of one machine may open the same file. Writes that wait at the same moment share a commit.
final class SQLiteGatewayDatabase: GatewayDatabase {
    private let database: any DatabaseWriter
    private let writer: GroupCommitWriter
    private let clock: @Sendable () -> Timestamp

    /// Opens or creates the database and runs the migrations that are missing.
    /// - Parameters:
    ///   - path: the file; `nil` for a database in memory.
    ///   - clock: the clock of the stores.
    /// - Throws: ``GatewayError``. Existing data is neither deleted nor repaired.
    init(path: String?, clock: @escaping @Sendable () -> Timestamp) throws {
        self.clock = clock
        guard let path else {
            database = try DatabaseQueue()
            try Self.migrate(database, field: "memory")
            writer = GroupCommitWriter(database)
            return
        }
        do {
            let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
            var isFolder: ObjCBool = false
            guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder), isFolder.boolValue else {
                // After a typing error, a new folder would begin an empty directory of DIDs.
                throw GatewayError(
                    .databaseUnwritable, field: path, reason: "the folder \(folder) does not exist, so create it first")
            }
            try PrivateFiles.prepareDatabase(path)
            var configuration = Configuration()
            configuration.qos = .default
            configuration.busyMode = .timeout(5)
            let pool = try DatabasePool(path: path, configuration: configuration)
            // GRDB sets NORMAL when it turns WAL mode on. A used challenge must stay used after a power failure.
            try pool.writeWithoutTransaction { db in try db.execute(sql: "PRAGMA synchronous = FULL") }
            try Self.migrate(pool, field: path)
            database = pool
            writer = GroupCommitWriter(pool)
        } catch let error as PrivateFile.Failure {
            throw GatewayError(.databaseUnwritable, field: error.path, reason: error.reason)
        } catch let error as DatabaseError {
            throw Self.opening(path, error)
        }
    }

    private static func opening(_ path: String, _ error: DatabaseError) -> GatewayError {
        switch error.resultCode {
        case .SQLITE_CANTOPEN, .SQLITE_READONLY, .SQLITE_PERM:
            GatewayError(.databaseUnwritable, field: path, reason: "the database cannot be opened for writing")
        case .SQLITE_FULL: GatewayError(.databaseUnwritable, field: path, reason: "the disk is full")
        case .SQLITE_BUSY, .SQLITE_LOCKED:
            GatewayError(.databaseUnreachable, field: path, reason: "another program holds the database for too long")
        default:
            GatewayError(
                .databaseUnreadable, field: path,
                reason:
                    "the file is damaged or not a database of a gateway (\(error.resultCode.description)); it was not changed"
            )
        }
    }

    private static func migrate(_ database: any DatabaseWriter, field: String) throws {
        var migrator = DatabaseMigrator()
        for migration in SQLiteGatewaySchema.migrations {
            migrator.registerMigration(migration.name) { db in try db.execute(sql: migration.sql) }
        }
        let (written, tables) = try database.read { db in
            (
                try migrator.appliedIdentifiers(db),
                try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_schema WHERE type = 'table'") ?? 0
            )
        }
        guard written.isSubset(of: migrator.migrations) else {
            guard written.isDisjoint(with: migrator.migrations) else {
                throw GatewayError(
                    .databaseTooNew, field: field,
                    reason: "a newer version of Herald wrote this database, so use that version")
            }
            throw GatewayError(
                .databaseUnreadable, field: field, reason: "another program wrote this database; it was not changed")
        }
        guard !written.isEmpty || tables == 0 else {
            throw GatewayError(
                .databaseUnreadable, field: field, reason: "another program wrote this database; it was not changed")
        }
        try migrator.migrate(database)
    }

    func read<T: Sendable>(_ body: @escaping @Sendable (any GatewayRows) throws -> T) async throws -> T {
        let clock = clock
        return try await describing {
            try await self.database.read { db in try body(SQLiteRows(db: db, clock: clock)) }
        }
    }

    func write<T: Sendable>(waitsForDisk: Bool, _ body: @escaping @Sendable (any GatewayRows) throws -> T) async throws
        -> T
    {
        let clock = clock
        return try await describing {
            try await self.writer.write(durability: waitsForDisk ? .power : .process) { db in
                try body(SQLiteRows(db: db, clock: clock))
            }
        }
    }

    func check() async throws {
        try await describing {
            _ = try await self.database.read { db in
                try Int.fetchOne(db, sql: "SELECT count(*) FROM (SELECT 1 FROM sqlite_schema LIMIT 1)")
            }
        }
    }

    var metrics: [MetricFamily] { writer.counters.families }

    func close() async {
        await writer.end()
        try? database.close()
    }

    private func describing<T: Sendable>(_ body: @Sendable () async throws -> T) async throws -> T {
        do {
            return try await body()
        } catch let error as DatabaseError {
            throw GatewayDatabaseError(
                isTemporary: ![.SQLITE_ERROR, .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_CONSTRAINT, .SQLITE_MISMATCH]
                    .contains(error.resultCode),
                reason: "SQLite: \(error.resultCode.description)")
        } catch is GroupCommitWriter.NotRun {
            throw GatewayDatabaseError(isTemporary: true, reason: "SQLite: the gateway stopped before this write")
        }
    }
}
