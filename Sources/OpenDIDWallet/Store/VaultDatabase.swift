import Foundation
import GRDB

/// An open SQLite database with a vault's tables. Its functions convert SQLite's errors to ``WalletError``.
struct VaultDatabase: Sendable {
    private let queue: DatabaseQueue

    /// Creates a database in memory, with its tables.
    init() throws(WalletError) {
        queue = try Self.translating { try DatabaseQueue(configuration: Self.configuration()) }
        try migrate()
    }

    /// Opens a database file. ``migrate()`` creates its tables.
    /// - Parameter hasLog: true for a write-ahead log, which an open vault uses. False for a rollback journal, which a new file uses until
    ///   it is complete and gets its final name.
    init(path: String, hasLog: Bool) throws(WalletError) {
        let configuration = Self.configuration(hasLog: hasLog)
        queue = try Self.translating { try DatabaseQueue(path: path, configuration: configuration) }
    }

    private static func configuration(hasLog: Bool = false) -> Configuration {
        var configuration = Configuration()
        configuration.busyMode = .timeout(5)
        configuration.prepareDatabase { db in
            // GRDB's journalMode is not used, because it sets synchronous to NORMAL afterwards. The count of wrong attempts would then not
            // be on disk before a PIN is checked.
            if hasLog { try db.execute(sql: "PRAGMA journal_mode = WAL") }
            // With these settings, committed data survives a power failure (fullfsync does this on Apple systems), and deleted data is
            // overwritten.
            try db.execute(
                sql: """
                    PRAGMA synchronous = FULL; PRAGMA fullfsync = ON; PRAGMA checkpoint_fullfsync = ON;
                    PRAGMA secure_delete = ON; PRAGMA temp_store = MEMORY
                    """)
        }
        return configuration
    }

    func migrate() throws(WalletError) {
        try Self.translating {
            guard try !queue.read(VaultSchema.migrator.hasBeenSuperseded) else {
                throw WalletError(
                    .tooNew, reason: "a newer version of this library wrote the vault, so use that version")
            }
            try VaultSchema.migrator.migrate(queue)
        }
    }

    /// Reads without a transaction. A transaction would only cost time, because no other process uses the vault's file and the database has
    /// only one connection.
    func read<T>(_ body: (Database) throws -> T) throws(WalletError) -> T {
        try Self.translating { try queue.unsafeRead(body) }
    }

    /// Writes in one transaction, and returns when the changes are on disk. GRDB's own `write` prepares the statements that begin and end a
    /// transaction anew each time, which takes as long as several writes.
    func write<T>(_ body: (Database) throws -> T) throws(WalletError) -> T {
        try Self.translating {
            try queue.writeWithoutTransaction { db in
                try db.cachedStatement(sql: "BEGIN IMMEDIATE TRANSACTION").execute()
                do {
                    let result = try body(db)
                    // Without this check, a fault that `body` has ignored and that ended the transaction would look like a damaged file.
                    guard db.isInsideTransaction else { throw DatabaseError(resultCode: .SQLITE_ABORT) }
                    try db.cachedStatement(sql: "COMMIT TRANSACTION").execute()
                    return result
                } catch {
                    // SQLite may have rolled the transaction back already, for example because the disk is full.
                    if db.isInsideTransaction { try? db.rollback() }
                    throw error
                }
            }
        }
    }

    /// Moves the write-ahead log into the file and empties it, so that no deleted data stays there.
    func checkpoint() { _ = try? queue.inDatabase { try $0.checkpoint(.truncate) } }

    /// Closes the database. The error is ignored, because closing fails only while a statement runs, and every statement runs inside `read`
    /// or `write`.
    func close() { try? queue.close() }

    private static func translating<T>(_ body: () throws -> T) throws(WalletError) -> T {
        do { return try body() } catch { throw translate(error) }
    }

    private static func translate(_ error: any Error) -> WalletError {
        if let error = error as? WalletError { return error }
        if error is RowDecodingError {
            return WalletError(.damaged, reason: "the file has a value of the wrong type")
        }
        guard let error = error as? DatabaseError else { return WalletError(.storage, reason: "the database failed") }
        switch error.resultCode {
        case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_ERROR, .SQLITE_FORMAT, .SQLITE_MISMATCH:
            // The texts of all statements are fixed. If SQLite refuses one, the tables in the file were altered.
            return WalletError(.damaged, reason: "the vault's file is damaged")
        case .SQLITE_BUSY, .SQLITE_LOCKED:
            return WalletError(.inUse, reason: "another process has this vault open")
        case .SQLITE_FULL:
            return WalletError(.storage, reason: "the disk is full")
        case .SQLITE_CANTOPEN, .SQLITE_READONLY, .SQLITE_PERM:
            return WalletError(.storage, reason: "the vault's file cannot be opened for writing")
        default:
            // Only SQLite's error number is reported, because SQLite's message may quote values.
            return WalletError(.storage, reason: "the database reported error \(error.extendedResultCode.rawValue)")
        }
    }
}

/// The tables of a vault's file. A new version adds a migration. Existing migrations are never edited.
enum VaultSchema {
    static let migrator: DatabaseMigrator = {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1") { db in
            try db.execute(
                sql: """
                    CREATE TABLE plain (name TEXT PRIMARY KEY NOT NULL, value BLOB NOT NULL) WITHOUT ROWID;
                    CREATE TABLE item (kind TEXT NOT NULL, id TEXT NOT NULL, value BLOB NOT NULL, PRIMARY KEY (kind, id));
                    """)
        }
        return migrator
    }()
}
