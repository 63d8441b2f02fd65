import Foundation
import GRDB

/// One open SQLite database with a vault's tables, and the errors of SQLite in the words of this module.
struct VaultDatabase: Sendable {
    private let queue: DatabaseQueue

    /// A database in memory, with its tables.
    init() throws(WalletError) {
        queue = try Self.translating { try DatabaseQueue(configuration: Self.configuration()) }
        try migrate()
    }

    /// A database file. Its tables are made by ``migrate()``.
    /// - Parameter hasLog: whether changes go to a write-ahead log, as in a vault at work, or to a rollback journal, for a file that is to
    ///   be renamed when it is complete.
    init(path: String, hasLog: Bool) throws(WalletError) {
        let configuration = Self.configuration(hasLog: hasLog)
        queue = try Self.translating { try DatabaseQueue(path: path, configuration: configuration) }
    }

    private static func configuration(hasLog: Bool = false) -> Configuration {
        var configuration = Configuration()
        configuration.busyMode = .timeout(5)
        configuration.prepareDatabase { db in
            // Not by GRDB's journalMode, which sets synchronous to NORMAL after this: a wrong attempt would not be on disk before it is
            // tried.
            if hasLog { try db.execute(sql: "PRAGMA journal_mode = WAL") }
            // What was told to be stored survives a loss of power (fullfsync: on Apple systems too); what was removed is overwritten.
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
                throw WalletError(.tooNew, reason: "the vault was written by a newer version of this library")
            }
            try VaultSchema.migrator.migrate(queue)
        }
    }

    /// Nobody else works on the vault's file, and whoever has its one connection has it alone: a transaction around a reading would add
    /// its own statements and nothing else.
    func read<T>(_ body: (Database) throws -> T) throws(WalletError) -> T { try Self.translating { try queue.unsafeRead(body) } }

    /// All or nothing; returns when it is on disk.
    func write<T>(_ body: (Database) throws -> T) throws(WalletError) -> T { try Self.translating { try queue.write(body) } }

    /// Moves the write-ahead log into the file and empties it, so that nothing removed stays behind there.
    func checkpoint() { _ = try? queue.inDatabase { try $0.checkpoint(.truncate) } }

    /// Fails only while a statement runs, and every statement runs inside read and write.
    func close() { try? queue.close() }

    private static func translating<T>(_ body: () throws -> T) throws(WalletError) -> T {
        do { return try body() } catch { throw translate(error) }
    }

    private static func translate(_ error: any Error) -> WalletError {
        if let error = error as? WalletError { return error }
        if error is RowDecodingError { return WalletError(.damaged, reason: "the file holds a value of the wrong kind") }
        guard let error = error as? DatabaseError else { return WalletError(.storage, reason: "the database failed") }
        switch error.resultCode {
        case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_ERROR, .SQLITE_FORMAT, .SQLITE_MISMATCH:
            // All statements are fixed texts: when one is refused, the tables are not those that were made.
            return WalletError(.damaged, reason: "the vault's file is damaged")
        case .SQLITE_BUSY, .SQLITE_LOCKED:
            return WalletError(.inUse, reason: "another process has this vault open")
        case .SQLITE_FULL:
            return WalletError(.storage, reason: "the disk is full")
        case .SQLITE_CANTOPEN, .SQLITE_READONLY, .SQLITE_PERM:
            return WalletError(.storage, reason: "the vault's file cannot be opened for writing")
        default:
            // Only the number: SQLite's message may quote values.
            return WalletError(.storage, reason: "the database reported error \(error.extendedResultCode.rawValue)")
        }
    }
}
