import Foundation
import GRDB
import HeraldLocks
import OpenDID_DataModel

/// Copies database files while servers use them, and checks the copies.
enum BackupDatabase {
    /// The time for which a backup waits for a pause of the programs that write to a database.
    private static let patience = 30.0

    /// The data of a database file that a backup describes.
    struct Content {
        /// The names of the migrations that were run, in their order.
        let schema: [String]
        /// The roles that have data in the file.
        let roles: Set<ServiceRole>
        let identities: [ServiceRole: StoredIdentity]
    }

    /// Copies files as they all were at one point in time. Their writers wait for a moment at its beginning, and not while the copies are
    /// written. The copies are therefore like the files after a power failure, which all servers survive.
    /// - Parameters:
    ///   - directory: the directory of the files. No other process creates or changes tables in it at the beginning.
    ///   - target: the directory of the copies, which have the same names.
    /// - Throws: ``ServicesError``.
    static func copy(_ names: [String], in directory: URL, to target: URL) throws {
        let snapshots = try DirectoryGate(directory: directory).pass {
            let snapshots = try names.map { try Snapshot(path: directory.appendingPathComponent($0).path) }
            try Snapshot.begin(snapshots[...]) { for snapshot in snapshots { try snapshot.read() } }
            return snapshots
        }
        for (name, snapshot) in zip(names, snapshots) {
            try snapshot.copy(to: target.appendingPathComponent(name).path)
        }
    }

    /// Checks the integrity of a copy, which nobody uses, and reads what a backup says about it.
    /// - Throws: ``ServicesError`` `databaseUnreadable` if the file is damaged, and `databaseTooNew` or `databaseTooOld`.
    static func content(of path: String) throws -> Content {
        let roles = try DatabaseFile.residents(of: path)
        return try describing(path) {
            var configuration = Configuration()
            configuration.readonly = true
            return try DatabaseQueue(path: path, configuration: configuration).read { db in
                let faults = try String.fetchAll(db, sql: "PRAGMA integrity_check(1)")
                let orphans = try Row.fetchOne(db, sql: "PRAGMA foreign_key_check")
                guard faults == ["ok"], orphans == nil else {
                    throw ServicesError(
                        .databaseUnreadable, field: path, reason: "the file does not pass SQLite's integrity check")
                }
                let schema = try schema(of: db, path)
                let rows = SQLiteRows(db: db)
                var identities: [ServiceRole: StoredIdentity] = [:]
                for role in ServiceRole.allCases { identities[role] = try rows.identity(of: role.rawValue) }
                return Content(schema: schema, roles: roles, identities: identities)
            }
        }
    }

    private static func schema(of db: Database, _ path: String) throws -> [String] {
        let known = Set(SQLiteSchema.migrations.map(\.name))
        let schema =
            try db.tableExists("grdb_migrations")
            ? String.fetchAll(db, sql: "SELECT identifier FROM grdb_migrations ORDER BY rowid") : []
        guard !known.isDisjoint(with: schema) else {
            throw ServicesError(
                .databaseUnreadable, field: path, reason: "the file is not a database of this version of Herald")
        }
        guard known.isSuperset(of: schema) else {
            throw ServicesError(
                .databaseTooNew, field: path,
                reason: "a newer version of Herald wrote this database, so use that version")
        }
        return schema
    }

    private static func describing<T>(_ path: String, _ body: () throws -> T) throws -> T {
        do {
            return try body()
        } catch let error as DatabaseError {
            switch error.resultCode {
            case .SQLITE_BUSY, .SQLITE_LOCKED:
                throw ServicesError(
                    .dataUnwritable, field: path,
                    reason: "another program writes to the database without a pause; try again")
            case .SQLITE_IOERR:
                throw ServicesError(
                    .dataUnwritable, field: path, reason: "the file cannot be read or written; is the disk full?")
            default: throw ServicesError(opening: path, error)
            }
        }
    }

    /// A database file at one point in time.
    private final class Snapshot {
        private let path: String
        private let writer: DatabaseQueue
        private let reader: DatabaseQueue

        init(path: String) throws {
            self.path = path
            (writer, reader) = try BackupDatabase.describing(path) {
                var configuration = Configuration()
                configuration.busyMode = .timeout(BackupDatabase.patience)
                // The transaction of the reader ends with its connection.
                configuration.allowsUnsafeTransactions = true
                return (
                    try DatabaseQueue(path: path, configuration: configuration),
                    try DatabaseQueue(path: path, configuration: configuration)
                )
            }
        }

        /// Runs `body` while nobody can write to any of the files.
        static func begin(_ snapshots: ArraySlice<Snapshot>, _ body: () throws -> Void) throws {
            guard let first = snapshots.first else { return try body() }
            try BackupDatabase.describing(first.path) {
                try first.writer.inTransaction(.immediate) { _ in
                    try begin(snapshots.dropFirst(), body)
                    return .rollback
                }
            }
        }

        /// Begins a read, which sees this state of the file from now on.
        func read() throws {
            try BackupDatabase.describing(path) {
                try reader.inDatabase { db in
                    try db.execute(sql: "BEGIN")
                    _ = try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_schema")
                }
            }
        }

        /// Writes a copy, which is one file on disk without companions.
        func copy(to target: String) throws {
            do {
                try PrivateFile.prepareDatabase(target)
            } catch {
                throw ServicesError(.dataUnwritable, field: error.path, reason: error.reason)
            }
            try BackupDatabase.describing(target) {
                let copy = try DatabaseQueue(path: target)
                try reader.inDatabase { source in try copy.inDatabase { db in try source.backup(to: db) } }
                try copy.inDatabase { db in try db.execute(sql: "PRAGMA journal_mode = DELETE") }
                try copy.close()
                try reader.close()
                try writer.close()
            }
        }
    }
}
