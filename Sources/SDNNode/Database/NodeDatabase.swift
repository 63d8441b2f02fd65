import Foundation
import GRDB
import HeraldLocks
import HeraldPeer

/// The node's database: SQLite in WAL mode, with many readers and one writer. The writer commits several writes together.
final class NodeDatabase: Sendable {
    /// The name of the file in the data directory.
    static let fileName = "node.sqlite"

    private let database: any DatabaseWriter
    private let writer: GroupCommitWriter
    private let lock: FileLock?
    private let turns = ReadTurns.Queues()
    private let shared: SharedReads

    /// Opens or creates the database and applies the migrations that are missing.
    /// - Throws: ``NodeError`` if the database cannot be used. Nothing on disk is deleted or repaired.
    init(
        storage: NodeConfiguration.Storage, durability: NodeConfiguration.Durability = .powerLoss,
        parts: [any SchemaPart.Type]
    ) throws {
        var checkpoints: LogCheckpoints?
        switch storage {
        case .memory:
            self.lock = nil
            let queue = try DatabaseQueue(configuration: Self.configuration(parts))
            self.database = queue
            try Self.migrate(database, parts: parts, field: "memory")
            // Another connection would have a database of its own.
            self.shared = SharedReads { queue }
        case .directory(let directory):
            do {
                try PrivateFiles.makeDirectory(directory)
            } catch {
                throw NodeError(.dataUnwritable, field: directory.path, reason: "the directory cannot be created")
            }
            self.lock = try DirectoryLock.take(directory)
            let path = directory.appendingPathComponent(Self.fileName).path
            let (pool, copies, shared) = try Self.open(path: path, durability: durability, parts: parts)
            self.database = pool
            self.shared = shared
            checkpoints = copies
        }
        // The full-text index writes what it has gathered at each savepoint, so savepoints would make sends expensive.
        self.writer = GroupCommitWriter(database, checkpoints: checkpoints, undoing: .repetition)
    }

    var counters: GroupCommitWriter.Counters { writer.counters }

    /// Reads one page of the file, to see if the database answers. A database in memory always does.
    /// - Throws: the errors of the database.
    func check() async throws {
        // A check may run while the node stops. A pool then throws, but a closed connection of its own must not be read.
        guard let pool = database as? DatabasePool else { return }
        _ = try await pool.read { db in
            try Int.fetchOne(db, sql: "SELECT count(*) FROM (SELECT 1 FROM sqlite_schema LIMIT 1)")
        }
    }

    /// Reads a snapshot, in parallel with other readers and the writer. The read waits until it is the turn of the ``Requester``.
    func read<T: Sendable>(_ body: @escaping @Sendable (Database) throws -> T) async throws -> T {
        guard let requester = Requester.current else { return try await database.read(body) }
        return try await turns.take(requester) {
            try await database.read { db in
                PoliteThread.stepBack(by: ReadTurns.niceness)
                return try body(db)
            }
        }
    }

    /// Reads a snapshot together with other incremental syncs; see ``SharedReads``. The body must be short, and it may run outside the calling task.
    func readTogether<T: Sendable>(_ body: @escaping @Sendable (SyncSnapshot) throws -> T) async throws -> T {
        guard let requester = Requester.current else {
            return try await database.read { db in try body(SyncSnapshot(db)) }
        }
        return try await shared.read(requester.client, from: requester.address, body)
    }

    /// Writes in one transaction, and returns when the commit is done. The body may run on any thread and must only touch the database.
    /// It may run twice, and its first run may be undone. ``RateLimiter`` counts only the first run.
    /// - Parameters:
    ///   - queue: the queue that the write waits in. Defaults to that of the ``Requester``, or to the node's own.
    ///   - isShort: true if the write usually takes less than a millisecond; see ``GroupCommitWriter``. Defaults to `false`.
    func write<T: Sendable>(
        queue: String? = nil, isShort: Bool = false, _ body: @escaping @Sendable (Database) throws -> T
    ) async throws -> T {
        let requester = Requester.current
        defer { shared.noteWrite() }
        do {
            return try await writer.write(
                queue: queue ?? requester?.client ?? "", group: requester?.network ?? "", isShort: isShort, body)
        } catch is GroupCommitWriter.NotRun {
            throw NodeError(.stopped, field: "database", reason: "the node stopped before this write")
        }
    }

    /// The number of writes that have ended. A write is counted before anyone learns of it.
    var writesEnded: UInt64 { shared.writesEnded }

    /// Frees the pages and the compiled statements that the connections keep, when they are next without work. A database in memory has no other place
    /// for its pages.
    func dropCaches() {
        guard let pool = database as? DatabasePool else { return }
        pool.releaseMemoryEventually()
        shared.dropCaches()
    }

    /// Waits for the queued writes, moves the write-ahead log into the database file, closes the file and releases the lock.
    func close() async {
        await writer.end()
        await shared.end()
        if database is DatabasePool {
            _ = try? await database.writeWithoutTransaction { db in try db.checkpoint(.truncate) }
        }
        try? database.close()
        lock?.release()
    }

    private static func configuration(_ parts: [any SchemaPart.Type]) -> Configuration {
        let functions = parts.flatMap { $0.functions }
        var configuration = Configuration()
        // By default, GRDB reads with a higher priority than the threads that serve requests. A long read must not delay requests, so the priority is
        // lowered.
        configuration.qos = .default
        configuration.prepareDatabase { db in
            for function in functions { db.add(function: function) }
        }
        return configuration
    }

    private static func open(
        path: String, durability: NodeConfiguration.Durability, parts: [any SchemaPart.Type]
    ) throws -> (DatabasePool, LogCheckpoints, SharedReads) {
        do {
            var configuration = Self.configuration(parts)
            configuration.busyMode = .timeout(5)
            configuration.maximumReaderCount = ReadTurns.readers
            // Otherwise the pool closes its connections when memory is released, and opening one takes longer than most reads.
            configuration.persistentReadOnlyConnections = true
            try PrivateFiles.prepareDatabase(path)
            let pool = try DatabasePool(path: path, configuration: configuration)
            // The node sets `synchronous` after it has opened the database, because GRDB sets it to NORMAL when it turns WAL mode on.
            try pool.writeWithoutTransaction { db in
                try db.execute(
                    sql: durability == .powerLoss ? "PRAGMA synchronous = FULL" : "PRAGMA synchronous = NORMAL")
            }
            try migrate(pool, parts: parts, field: path)
            var reading = configuration
            reading.readonly = true
            let shared = try SharedReads { [reading] in try DatabaseQueue(path: path, configuration: reading) }
            return (pool, try LogCheckpoints(path: path), shared)
        } catch let error as PrivateFile.Failure {
            throw NodeError(.dataUnwritable, field: error.path, reason: error.reason)
        } catch let error as DatabaseError {
            switch error.resultCode {
            case .SQLITE_CANTOPEN, .SQLITE_READONLY, .SQLITE_PERM:
                throw NodeError(.dataUnwritable, field: path, reason: "the database cannot be opened for writing")
            case .SQLITE_FULL:
                throw NodeError(.dataUnwritable, field: path, reason: "the disk is full")
            default:
                throw NodeError(
                    .databaseUnreadable, field: path,
                    reason:
                        "the file is damaged or not a Herald database (\(error.resultCode.description)); it was not changed"
                )
            }
        }
    }

    private static func migrate(_ database: any DatabaseWriter, parts: [any SchemaPart.Type], field: String) throws {
        var migrator = DatabaseMigrator()
        for part in parts {
            for migration in part.migrations { migrator.registerMigration(migration.name, migrate: migration.apply) }
        }
        let written = try database.read { db in try migrator.appliedIdentifiers(db) }
        guard written.isSubset(of: migrator.migrations) else {
            // Every release has the migrations of the first release. A database without any known migration is therefore older than the first
            // release.
            guard written.isDisjoint(with: migrator.migrations) else {
                throw NodeError(
                    .databaseTooNew, field: field,
                    reason: "a newer version of Herald wrote this database, so use that version")
            }
            throw NodeError(
                .databaseTooOld, field: field,
                reason: "a version of Herald from before the first release wrote this database; it was not changed")
        }
        try migrator.migrate(database)
    }
}

/// A part of the node's database: the tables that one folder owns.
protocol SchemaPart {
    /// The migrations of the part. The first migration creates the tables of the first release. Later releases append further migrations. The name
    /// of a released migration never changes, and names are unique among all parts. Foreign keys must not be deferred, because many writes share a
    /// commit.
    static var migrations: [(name: String, apply: @Sendable (Database) throws -> Void)] { get }
    /// The SQL functions that triggers and queries of the part call.
    static var functions: [DatabaseFunction] { get }
}

extension SchemaPart {
    static var functions: [DatabaseFunction] { [] }
}

/// Locks `DIR/lock` so that two nodes never use one database.
enum DirectoryLock {
    /// - Throws: ``NodeError`` with code `dataInUse` if another node holds the lock, or `dataUnwritable` if the file cannot be opened or locked.
    static func take(_ directory: URL) throws(NodeError) -> FileLock {
        let path = directory.appendingPathComponent("lock").path
        do {
            return try FileLock(path: path, waits: false)
        } catch {
            switch error {
            case .busy:
                throw NodeError(
                    .dataInUse, field: directory.path,
                    reason: "another node uses this data directory; stop it, or name another directory")
            case .cannotOpen(let why): throw NodeError(.dataUnwritable, field: path, reason: "cannot be opened: \(why)")
            case .cannotLock(let why): throw NodeError(.dataUnwritable, field: path, reason: "cannot be locked: \(why)")
            }
        }
    }
}
