import Foundation
import GRDB
import HeraldLocks
import HeraldPeer
import OpenDID_DataModel

/// A process's database in one SQLite file. The file contains the protocol transactions and the tables of the process's roles. If the
/// process runs the trust agent, the file also contains the registry. Therefore one protocol step can be stored in one SQLite transaction.
///
/// Processes with other roles have other files (``DatabaseFile``). Several processes may open the same file, because SQLite's write-ahead
/// log and locks permit that.
package final class SQLiteDatabase: ServiceDatabase {
    private let database: any DatabaseWriter
    /// The only connection, if the database is in memory.
    private let memory: DatabaseQueue?
    private let commits: GroupCommitWriter

    /// The place of the database.
    enum Place: Sendable {
        case memory
        /// In a file in this directory, which is created if it does not exist.
        case directory(URL)
    }

    /// Opens or creates the database and migrates its tables.
    /// - Parameters:
    ///   - roles: the roles of the process, which determine its file. Defaults to all.
    ///   - observer: receives every executed statement without its values. Defaults to none.
    /// - Throws: ``ServicesError``. Existing data is neither deleted nor repaired.
    init(
        _ place: Place, roles: Set<ServiceRole> = Set(ServiceRole.allCases),
        migrations: [SQLiteMigration],
        observer: (@Sendable (String) -> Void)? = nil
    ) throws {
        let configuration = Self.configuration(observer)
        var checkpoints: LogCheckpoints?
        switch place {
        case .memory:
            let queue = try DatabaseQueue(configuration: configuration)
            memory = queue
            database = queue
            try Self.migrate(database, migrations, field: "memory")
        case .directory(let directory):
            memory = nil
            do {
                try PrivateFiles.makeDirectory(directory)
            } catch {
                throw ServicesError(.dataUnwritable, field: directory.path, reason: "the directory cannot be created")
            }
            let (pool, copies) = try DirectoryGate(directory: directory).pass {
                try Self.open(path: try DatabaseFile.path(in: directory, for: roles), configuration, migrations)
            }
            database = pool
            checkpoints = copies
        }
        commits = GroupCommitWriter(database, checkpoints: checkpoints)
    }

    package func read<T: Sendable>(_ body: @escaping @Sendable (any ServiceRows) throws -> T) async throws -> T {
        do {
            // A database in memory has only one connection, so the read needs no transaction.
            if let memory { return try readNow(memory) { db in try body(SQLiteRows(db: db)) } }
            return try readNow(database) { db in
                try db.inCachedSnapshot { try body(SQLiteRows(db: db)) }
            }
        } catch let error as DatabaseError {
            throw Self.described(error)
        }
    }

    private static var stopped: ServicesError {
        ServicesError(.stopped, field: "database", reason: "the server stopped before this write")
    }

    /// Returns an error of SQLite in the words of all engines.
    private static func described(_ error: DatabaseError) -> any Error {
        // GRDB throws this error if the database is closed.
        guard error.resultCode != .SQLITE_MISUSE else { return stopped }
        let described = ServiceDatabaseError(error)
        TemporaryOutage.note(described)
        return described
    }

    /// Reads on the thread of the request, with GRDB's synchronous functions. The rows that a protocol step reads are few and nearly always in
    /// memory. Waking another thread for them, and this one again, takes several times as long.
    private func readNow<T>(_ reader: some DatabaseReader, _ body: (Database) throws -> T) throws -> T {
        try reader.unsafeRead(body)
    }

    /// Writes in one transaction, with GRDB's synchronous functions.
    private func writeNow<T>(_ queue: DatabaseQueue, _ body: (Database) throws -> T) throws -> T {
        try queue.writeWithoutTransaction { db in try db.inCachedTransaction { try body(db) } }
    }

    /// Runs a write. Several waiting writes share one commit. Therefore `body` must not use deferred foreign keys.
    package func write<T: Sendable>(
        durability: GroupCommitWriter.Durability, _ body: @escaping @Sendable (any ServiceRows) throws -> T
    ) async throws -> T {
        do {
            if let memory { return try writeNow(memory) { db in try body(SQLiteRows(db: db)) } }
            // A protocol step writes a few rows.
            return try await commits.write(durability: durability, isShort: true) { db in
                try body(SQLiteRows(db: db))
            }
        } catch is GroupCommitWriter.NotRun {
            throw Self.stopped
        } catch let error as DatabaseError {
            throw Self.described(error)
        }
    }

    /// The counts of the writer. A database in memory has no writer of its own, so they stay 0.
    package var families: [MetricFamily] { commits.counters.families }

    /// Reads one page of the file. A database in memory always answers.
    package func check() async throws {
        // A check may run while the servers stop. A pool then throws, but a closed connection of its own must not be read.
        guard let pool = database as? DatabasePool else { return }
        do {
            _ = try await pool.read { db in
                try Int.fetchOne(db, sql: "SELECT count(*) FROM (SELECT 1 FROM sqlite_schema LIMIT 1)")
            }
        } catch let error as DatabaseError {
            throw Self.described(error)
        }
    }

    /// Copies the write-ahead log into the database file, and closes the file.
    package func close() async {
        await commits.end()
        if database is DatabasePool {
            _ = try? await database.writeWithoutTransaction { db in try db.checkpoint(.passive) }
        }
        try? database.close()
    }

    /// Returns the configuration of a connection.
    /// - Parameter observer: receives every executed statement without its values.
    private static func configuration(_ observer: (@Sendable (String) -> Void)?) -> Configuration {
        var configuration = Configuration()
        // GRDB's default priority is higher than that of the threads that serve requests. The priority is lowered, so that a long read does
        // not delay requests.
        configuration.qos = .default
        configuration.busyMode = .timeout(10)
        if let observer {
            configuration.prepareDatabase { db in
                db.trace(options: .statement) { event in
                    if case .statement(let statement) = event { observer(statement.sql) }
                }
            }
        }
        return configuration
    }

    private static func open(
        path: String, _ configuration: Configuration, _ migrations: [SQLiteMigration]
    ) throws -> (DatabasePool, LogCheckpoints) {
        do {
            try PrivateFiles.prepareDatabase(path)
            let pool = try DatabasePool(path: path, configuration: configuration)
            // With FULL, a write survives a loss of power after the client got its answer. This statement runs after the database was
            // opened, because GRDB sets NORMAL when it enables WAL.
            try pool.writeWithoutTransaction { db in try db.execute(sql: "PRAGMA synchronous = FULL") }
            try migrate(pool, migrations, field: path)
            return (pool, try LogCheckpoints(path: path))
        } catch let error as PrivateFile.Failure {
            throw ServicesError(.dataUnwritable, field: error.path, reason: error.reason)
        } catch let error as DatabaseError {
            throw ServicesError(opening: path, error)
        }
    }

    private static func migrate(_ database: any DatabaseWriter, _ migrations: [SQLiteMigration], field: String) throws {
        var migrator = DatabaseMigrator()
        for migration in migrations { migrator.registerMigration(migration.name, migrate: migration.apply) }
        let written = try database.read { db in try migrator.appliedIdentifiers(db) }
        guard written.isSubset(of: migrator.migrations) else {
            // A database of a later release has at least one migration that this release knows, because every release contains the first
            // migration of its tables.
            guard written.isDisjoint(with: migrator.migrations) else {
                throw ServicesError(
                    .databaseTooNew, field: field,
                    reason: "a newer version of Herald wrote this database, so use that version")
            }
            throw ServicesError(
                .databaseTooOld, field: field,
                reason: "a version of Herald from before the first release wrote this database; it was not changed")
        }
        try migrator.migrate(database)
    }
}

extension ServicesError {
    /// Describes a database file that could not be opened.
    init(opening path: String, _ error: DatabaseError) {
        switch error.resultCode {
        case .SQLITE_CANTOPEN, .SQLITE_READONLY, .SQLITE_PERM:
            self.init(.dataUnwritable, field: path, reason: "the database cannot be opened for writing")
        case .SQLITE_FULL:
            self.init(.dataUnwritable, field: path, reason: "the disk is full")
        default:
            self.init(
                .databaseUnreadable, field: path,
                reason:
                    "the file is damaged or not a Herald database (\(error.resultCode.description)); it was not changed"
            )
        }
    }
}

extension ServiceDatabaseError {
    /// Describes an error of SQLite. Its text has no values.
    init(_ error: DatabaseError) {
        let reason = error.resultCode.description
        switch error.resultCode {
        case .SQLITE_BUSY, .SQLITE_LOCKED: self.init(.temporary(retryAfter: .seconds(1)), reason: reason)
        // The operator makes room on the disk while the servers run.
        case .SQLITE_FULL, .SQLITE_NOMEM, .SQLITE_IOERR, .SQLITE_READONLY, .SQLITE_CANTOPEN:
            self.init(.temporary(retryAfter: .seconds(5)), reason: reason)
        case .SQLITE_CONSTRAINT: self.init(.constraint, reason: reason)
        default: self.init(.other, reason: reason)
        }
    }
}

/// One migration of a component's tables. It creates their first version, or changes them later.
package struct SQLiteMigration: Sendable {
    /// The migration's name, which is unique and begins with the component's name. It never changes once it has been released.
    package let name: String
    package let apply: @Sendable (Database) throws -> Void

    package init(_ name: String, _ apply: @escaping @Sendable (Database) throws -> Void) {
        self.name = name
        self.apply = apply
    }
}

/// Ensures that only one process at a time creates or changes the tables of the database in a directory.
struct DirectoryGate: Sendable {
    let directory: URL

    /// Runs `body` while no other process can run its own.
    /// - Throws: ``ServicesError`` `dataUnwritable`, and the errors of `body`.
    func pass<T>(_ body: () throws -> T) throws -> T {
        let lock = try take()
        defer { lock.release() }
        return try body()
    }

    private func take() throws(ServicesError) -> FileLock {
        let path = directory.appendingPathComponent("lock").path
        do {
            return try FileLock(path: path, waits: true)
        } catch {
            let reason =
                switch error {
                case .cannotOpen(let why): "cannot be opened: \(why)"
                case .cannotLock(let why): "cannot be locked: \(why)"
                case .busy: "another process has it"
                }
            throw ServicesError(.dataUnwritable, field: path, reason: reason)
        }
    }
}
