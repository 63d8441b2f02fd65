import GRDB

/// One open SQLite database with the store's tables, and the errors of SQLite in the words of this module.
struct StoreDatabase: Sendable {
    private let queue: DatabaseQueue

    /// A database in memory.
    init() throws {
        self.queue = try StoreDatabase.translating { try DatabaseQueue() }
        try prepare()
    }

    /// A database file, held for this process alone: a second opener would not see what this one keeps in memory.
    init(path: String) throws {
        var configuration = Configuration()
        configuration.busyMode = .immediateError
        configuration.prepareDatabase { db in
            // Not by GRDB's journalMode, which sets synchronous to NORMAL after this: a power cut would take back what was reported as kept.
            try db.execute(sql: "PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL")
        }
        self.queue = try StoreDatabase.translating { try DatabaseQueue(path: path, configuration: configuration) }
        do {
            try prepare()
        } catch {
            try? queue.close()
            throw error
        }
    }

    private func prepare() throws {
        try StoreDatabase.translating {
            guard try !queue.read(StoreSchema.migrator.hasBeenSuperseded) else {
                throw SDNSDKError(.storeTooNew, reason: "the store was written by a newer version of this library")
            }
            try StoreSchema.migrator.migrate(queue)
            // Takes the file's lock now, so that a second opener is told when it opens, not when it first writes.
            try queue.inDatabase { try $0.inTransaction(.immediate) { .commit } }
        }
    }

    func read<T: Sendable>(_ body: @escaping @Sendable (StoreTransaction) throws -> T) async throws -> T {
        try await StoreDatabase.translating { try await queue.read { try body(StoreTransaction($0)) } }
    }

    /// In a task of its own, since GRDB rolls back when the calling task is cancelled, and a caller who is told of a cancellation
    /// could not tell whether the write happened.
    func write<T: Sendable>(_ body: @escaping @Sendable (StoreTransaction) throws -> T) async throws -> T {
        let queue = queue
        return try await StoreDatabase.translating {
            try await Task { try await queue.write { try body(StoreTransaction($0)) } }.value
        }
    }

    func deleteAll() async throws {
        let queue = queue
        try await StoreDatabase.translating {
            try await Task {
                try await queue.erase()
                try StoreSchema.migrator.migrate(queue)
            }.value
        }
    }

    func close() {
        // Closing fails only while a statement runs, and every statement of the store runs inside read and write.
        try? queue.close()
    }

    private static func translating<T>(_ body: () throws -> T) throws -> T {
        do { return try body() } catch { throw translate(error) }
    }

    private static func translating<T>(_ body: () async throws -> T) async throws -> T {
        do { return try await body() } catch { throw translate(error) }
    }

    private static func translate(_ error: any Error) -> any Error {
        if error is RowDecodingError { return SDNSDKError(.storeDamaged, reason: "the store holds a value of the wrong kind") }
        guard let error = error as? DatabaseError else { return error }
        switch error.resultCode {
        case .SQLITE_BUSY, .SQLITE_LOCKED:
            return SDNSDKError(.storeInUse, reason: "another session has this store open")
        case .SQLITE_CORRUPT, .SQLITE_NOTADB:
            return SDNSDKError(.storeDamaged, reason: "the store's file is damaged")
        case .SQLITE_FULL:
            return SDNSDKError(.storeFailed, reason: "the disk is full")
        default:
            // Only the number: SQLite's message may quote values.
            return SDNSDKError(.storeFailed, reason: "the database reported error \(error.extendedResultCode.rawValue)")
        }
    }
}
