import Foundation
import GRDB
import HeraldLocks

/// A database file at one point in time. It is copied while other programs use it.
package final class SnapshotDatabase {
    /// The time for which a backup waits for a pause of the programs that write to a database.
    private static let busyTimeout = 30.0

    private let path: String
    private let reader: DatabaseQueue

    /// Opens a database file, which must exist.
    /// - Throws: ``BackupFailure``.
    package init(path: String) throws {
        self.path = path
        reader = try Self.describing(path) { try DatabaseQueue(path: path, configuration: Self.configuration) }
    }

    private static var configuration: Configuration {
        var configuration = Configuration()
        configuration.busyMode = .timeout(busyTimeout)
        // The transaction of the reader ends with its connection.
        configuration.allowsUnsafeTransactions = true
        return configuration
    }

    /// Runs `body` while nobody can write to any of the files.
    /// - Throws: ``BackupFailure`` and the errors of `body`.
    package static func pausing(_ snapshots: ArraySlice<SnapshotDatabase>, _ body: () throws -> Void) throws {
        guard let first = snapshots.first else { return try body() }
        try describing(first.path) {
            let writer = try DatabaseQueue(path: first.path, configuration: configuration)
            try writer.inTransaction(.immediate) { _ in
                try pausing(snapshots.dropFirst(), body)
                return .rollback
            }
            try writer.close()
        }
    }

    /// Begins a read, which sees this state of the file from now on. Other programs go on writing.
    /// - Throws: ``BackupFailure``.
    package func read() throws {
        try Self.describing(path) {
            try reader.inDatabase { db in
                try db.execute(sql: "BEGIN")
                _ = try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_schema")
            }
        }
    }

    /// Writes a copy, which is one file on disk without companions, and closes the file.
    /// - Throws: ``BackupFailure``.
    package func copy(to target: String) throws {
        do throws(PrivateFile.Failure) {
            try PrivateFile.prepareDatabase(target)
        } catch {
            throw BackupFailure(error)
        }
        try Self.describing(target) {
            let copy = try DatabaseQueue(path: target)
            try reader.inDatabase { source in try copy.inDatabase { db in try source.backup(to: db) } }
            try copy.inDatabase { db in try db.execute(sql: "PRAGMA journal_mode = DELETE") }
            try copy.close()
            try reader.close()
        }
    }

    /// Checks the integrity of a copy, which nobody uses, and reads what `body` wants from it.
    /// - Throws: ``BackupFailure`` `damagedDatabase` if the file does not pass the check, and the errors of `body`.
    package static func checked<T>(_ path: String, _ body: (Database) throws -> T) throws -> T {
        try reading(path) { db in
            let faults = try String.fetchAll(db, sql: "PRAGMA integrity_check(1)")
            let orphans = try Row.fetchOne(db, sql: "PRAGMA foreign_key_check")
            guard faults == ["ok"], orphans == nil else {
                throw BackupFailure(
                    .damagedDatabase, path: path, reason: "the file does not pass SQLite's integrity check")
            }
            return try body(db)
        }
    }

    /// Reads from a copy, which nobody uses.
    /// - Throws: ``BackupFailure``, and the errors of `body`.
    package static func reading<T>(_ path: String, _ body: (Database) throws -> T) throws -> T {
        try describing(path) {
            var configuration = Configuration()
            configuration.readonly = true
            return try DatabaseQueue(path: path, configuration: configuration).read(body)
        }
    }

    /// Changes a copy, which nobody uses.
    /// - Throws: ``BackupFailure``, and the errors of `body`.
    package static func change(_ path: String, _ body: (Database) throws -> Void) throws {
        try describing(path) {
            let queue = try DatabaseQueue(path: path)
            try queue.write(body)
            try queue.close()
        }
    }

    /// Returns the names of the migrations that were run on a database, in their order.
    /// - Parameter known: the names that this version of Herald knows.
    /// - Throws: ``BackupFailure`` `damagedDatabase` if the database has none of them, `newerDatabase` if it has others; errors of the database.
    package static func schema(of db: Database, _ path: String, known: Set<String>) throws -> [String] {
        let schema =
            try db.tableExists("grdb_migrations")
            ? String.fetchAll(db, sql: "SELECT identifier FROM grdb_migrations ORDER BY rowid") : []
        guard !known.isDisjoint(with: schema) else {
            throw BackupFailure(
                .damagedDatabase, path: path, reason: "the file is not a database of this version of Herald")
        }
        guard known.isSuperset(of: schema) else {
            throw BackupFailure(
                .newerDatabase, path: path,
                reason: "a newer version of Herald wrote this database, so use that version")
        }
        return schema
    }

    private static func describing<T>(_ path: String, _ body: () throws -> T) throws -> T {
        do {
            return try body()
        } catch let error as DatabaseError {
            throw BackupFailure(error, path: path)
        }
    }
}
