import GRDB
import GRDBSQLite
import SDNValues

/// One open SQLite database with the store's tables.
struct StoreDatabase: Sendable {
    private let queue: DatabaseQueue
    private let statements = StoreStatements()
    private let log = StoreLog()
    private let cell: StoreCell
    private let sharing: MXStoreSharing

    /// Opens a database in memory.
    init(cipher: (any MXStoreCipher)? = nil) throws {
        self.cell = StoreCell(cipher: cipher)
        self.sharing = .exclusive
        self.queue = try StoreErrors.translating { try DatabaseQueue() }
        try prepare(keepsLostParts: false)
    }

    /// Opens a database file. In exclusive mode no other process may open it, because that process would not see the changes that this one keeps in
    /// memory. In shared mode every transaction reads the file anew and waits for the transactions of other processes.
    /// `keepsLostParts` is true when the opener may itself be storing parts of files, which have no message yet.
    init(
        path: String, cipher: (any MXStoreCipher)? = nil, sharing: MXStoreSharing = .exclusive,
        keepsLostParts: Bool = false
    ) throws {
        var configuration = Configuration()
        configuration.busyMode = sharing == .exclusive ? .immediateError : .timeout(5)
        // A system that suspends apps terminates an app that holds a file lock while it is suspended. GRDB therefore releases the lock when it is
        // notified of the suspension.
        configuration.observesSuspensionNotifications = sharing == .processes
        let log = log
        configuration.prepareDatabase { db in
            try db.prepareFile(isExclusive: sharing == .exclusive)
            try log.begin(db, isShared: sharing == .processes)
        }
        self.cell = StoreCell(cipher: cipher)
        self.sharing = sharing
        self.queue = try StoreErrors.translating { try DatabaseQueue(path: path, configuration: configuration) }
        do {
            try prepare(keepsLostParts: keepsLostParts)
        } catch {
            close()
            throw error
        }
    }

    private func prepare(keepsLostParts: Bool) throws {
        try StoreErrors.translating {
            let migrator = StoreSchema.migrator
            let written = try queue.read(migrator.appliedIdentifiers)
            guard written.isSubset(of: migrator.migrations) else {
                // A store of a newer release has migrations that this release knows, and others that it does not know. A store that has no
                // known migration is from before the first release.
                guard written.isDisjoint(with: migrator.migrations) else {
                    throw SDNSDKError(
                        .storeTooNew, reason: "a newer version of this library wrote the store, so use that version")
                }
                throw SDNSDKError(
                    .storeTooOld,
                    reason: "a version of this library from before the first release wrote the store")
            }
            switch try queue.read({ try StoreKey.check(cell, in: $0) }) {
            case .right: try migrator.migrate(queue)
            case .fresh:
                try migrator.migrate(queue)
                try queue.write { try StoreKey.mark(cell, in: $0) }
            case .bare:
                // Content is encrypted only while no other process has the file open, because that process would continue to write unencrypted rows.
                guard sharing == .exclusive else { throw StoreKey.NeedsSealing() }
                try migrator.migrate(queue)
                try queue.write { try StoreKey.sealEverything(cell, in: $0) }
            }
            try queue.writeWithoutTransaction(StoreKey.wipe)
            if !keepsLostParts {
                try queue.write { [sharing] in try $0.deleteLostParts(isShared: sharing == .processes) }
            }
            // Takes the file's lock now, so that a second opener fails when it opens the file, not when it first writes.
            try queue.inDatabase { try $0.inTransaction(.immediate) { .commit } }
        }
    }

    /// Reads from the database. No other task uses this connection at the same time. In a shared store, a transaction prevents other
    /// processes from changing the data.
    func read<T: Sendable>(_ body: @escaping @Sendable (StoreTransaction) throws -> T) async throws -> T {
        guard sharing == .processes else { return try await access(body) }
        return try await inTransaction(.deferred, body)
    }

    func write<T: Sendable>(_ body: @escaping @Sendable (StoreTransaction) throws -> T) async throws -> T {
        let isShared = sharing == .processes
        let result = try await inTransaction(.immediate) { store in
            if isShared { try store.countChange() }
            return try body(store)
        }
        if log.isDue { queue.asyncWriteWithoutTransaction { [log] in log.tend($0) } }
        return result
    }

    private func inTransaction<T: Sendable>(
        _ kind: Database.TransactionKind, _ body: @escaping @Sendable (StoreTransaction) throws -> T
    ) async throws -> T {
        let result = try await access { store in
            var result: T?
            try store.db.inTransaction(kind) {
                result = try body(store)
                return .commit
            }
            return result
        }
        guard let result else { throw SDNSDKError(.storeFailed, reason: "the transaction returned no value") }
        return result
    }

    /// Writes without increasing the count of changes by which other processes notice a write.
    func inDatabase<T: Sendable>(_ body: @escaping @Sendable (Database) throws -> T) async throws -> T {
        try await inTransaction(.immediate) { try body($0.db) }
    }

    /// Runs `body` on the queue. GRDB's asynchronous accesses are not used, because they are interrupted when the calling task is cancelled. A caller
    /// that receives a cancellation could not tell whether the write happened.
    private func access<T: Sendable>(_ body: @escaping @Sendable (StoreTransaction) throws -> T) async throws -> T {
        try await withCheckedThrowingContinuation { continuation in
            queue.asyncWriteWithoutTransaction { [statements, cell] db in
                continuation.resume(
                    with: Result { try StoreErrors.translating { try body(StoreTransaction(db, statements, cell)) } })
            }
        }
    }

    /// Removes all rows, and then the pages that held them, from the file and from the log. The tables stay.
    func deleteAll() async throws {
        try await inTransaction(.immediate) { store in
            let tables = try String.fetchAll(
                store.db,
                sql:
                    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name NOT LIKE 'grdb%'"
            )
            // Rows that refer to others are removed first.
            for table in tables.reversed() { try store.db.execute(sql: "DELETE FROM \(table)") }
            try StoreKey.mark(store.cell, in: store.db)
        }
        try await access { [statements] store in
            statements.forget()
            try store.db.vacuum()
            sqlite3_wal_checkpoint_v2(store.db.sqliteConnection, nil, SQLITE_CHECKPOINT_TRUNCATE, nil, nil)
        }
    }

    /// Adds the messages and drafts that were recovered from a damaged store. A message or draft that this store already has does not change.
    /// - Parameter parts: passes on the parts of a file that the damaged store has in parts. A file of which a part is lost is left out.
    func addRescued(
        _ found: RescuedContent,
        parts: (_ file: MXOutgoingAttachment, _ localId: String, _ save: ([UInt8], Int64) throws -> Void) throws -> Void
    ) throws {
        guard !found.messages.isEmpty || !found.drafts.isEmpty else { return }
        try StoreErrors.translating {
            try queue.write { db in
                let store = try StoreTransaction(db, statements, cell)
                for draft in found.drafts where try store.draft(inRoom: draft.roomId, threadId: draft.thread) == nil {
                    try store.setDraft(draft.text, inRoom: draft.roomId, threadId: draft.thread)
                }
                for (message, files) in found.messages where try store.outgoingMessage(message.localId) == nil {
                    try store.save(message)
                    for file in files {
                        try store.save(file, ofMessage: message.localId)
                        guard file.isInParts else { continue }
                        do {
                            try parts(file, message.localId) {
                                try store.saveAttachmentPart(
                                    $0, number: $1, of: file.member, ofMessage: message.localId)
                            }
                        } catch let error as SDNSDKError where error.code == .storeDamaged {
                            try store.deleteAttachment(file.member, ofMessage: message.localId)
                        }
                    }
                }
            }
        }
    }

    /// Checks that this process can open a file alone, and closes the file again.
    /// - Throws: ``SDNSDKError`` with code `storeInUse` when another process or store object has it open; another error when it cannot be read.
    static func probe(_ path: String) throws {
        try StoreErrors.translating {
            var configuration = Configuration()
            configuration.busyMode = .immediateError
            configuration.prepareDatabase { try $0.execute(sql: "PRAGMA locking_mode = EXCLUSIVE") }
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            defer { try? queue.close() }
            try queue.inDatabase { try $0.inTransaction(.exclusive) { .commit } }
        }
    }

    func close() {
        // Closing fails only while a prepared statement exists, so all of the store's prepared statements are released first.
        queue.inDatabase { _ in statements.forget() }
        try? queue.close()
    }
}
