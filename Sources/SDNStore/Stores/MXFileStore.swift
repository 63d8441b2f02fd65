import Foundation
import HeraldLocks
import SDNValues
import SDNWire

/// A store that keeps everything in one SQLite file for each account (node and user). A session continues where the last one ended, and rooms can
/// be read before any network access (SDN sheet 5.6, 5.9). The access token is not in the file.
///
/// ```swift
/// let store = MXFileStore(directory: folder)
/// try await session.setStore(store)
/// ```
///
/// One session at a time may open the file, unless the store has ``/SDNValues/MXStoreSharing/processes``. A second one, in this process or another, gets
/// ``/SDNValues/SDNSDKError`` with code `storeInUse`. An unreadable file is moved aside when it is opened. Unsent messages are recovered from it as far as
/// possible, and the next start does an initial sync; ``recovery`` reports this. The moved file stays until ``deleteAllData()``. A store that is
/// opened with a cipher removes a moved file whose content is not encrypted.
///
/// When a session fails to sync, it releases the file until the store is next used. An app that drops the failed session can therefore open the file
/// with a new store object at once. If a new session has synced into an exclusive store meanwhile, the failed session gets `storeInUse`.
public final class MXFileStore: MXSharedStore, MXRestingStore {
    /// The folder that holds the accounts; `nil` stands for the platform's folder for application data.
    private let directory: URL?
    private let cipher: (any MXStoreCipher)?
    /// The rule for who may have the file open at the same time.
    public let sharing: MXStoreSharing
    private let phase = Mutex(StorePhase.closed)
    /// Opens and closes the file, one call at a time. The lock of `phase` is never held meanwhile, so no caller waits for the disk to read `file`.
    private let gate = SerialGate()
    /// The generations of a shared store: the last one that ``changes(after:)`` returned, and the last one whose content this object knows.
    private let generations = Mutex<(answered: Int64, known: Int64)>((0, 0))
    /// The name under which this object takes the sync lease.
    private let name = UUID().uuidString
    /// The name of a file that marks the store as damaged. The next opening moves the store aside.
    private static let damageMark = ".is-damaged"

    /// Creates a store.
    /// - Parameters:
    ///   - directory: the folder for the accounts' folders. Defaults to `sdnsdk` in `$XDG_DATA_HOME` or `~/.local/share`; on Apple platforms in
    ///     Application Support. An app and its extension use a folder that both can access.
    ///   - cipher: encrypts the content; `nil` stores it unencrypted. `SDNStoreEncryption` has a cipher, and an `init` with a key.
    ///   - sharing: the rule for who else may have the file open.
    public init(directory: URL? = nil, cipher: (any MXStoreCipher)? = nil, sharing: MXStoreSharing = .exclusive) {
        self.directory = directory
        self.cipher = cipher
        self.sharing = sharing
    }

    /// Always true: the data outlives the process.
    public var isPermanent: Bool { true }
    /// Always true: older messages stay when new ones arrive.
    public var keepsHistory: Bool { true }

    /// The open file.
    public var file: URL? { phase.withLock { $0.file } }

    /// A report about a file that could not be read when this store was opened; `nil` when nothing was wrong.
    public var recovery: MXStoreRecovery? { phase.withLock { $0.recovery } }

    /// Opens the account's file, and creates it when there is none. Only this user can access the folder and file. The access token is not
    /// stored.
    /// - Throws: ``/SDNValues/SDNSDKError`` with code `storeInUse`, also while this object is open, `storeTooNew`, `storeTooOld`,
    ///   `storeKeyMissing`, `storeKeyWrong`, `storeFailed` or `missingCredentials`.
    public func open(with credentials: MXCredentials) async throws {
        let file = try folder(of: credentials).appendingPathComponent("store.sqlite", isDirectory: false)
        try await gate.run {
            guard case .closed = phase.withLock({ $0 }) else {
                throw SDNSDKError(.storeInUse, reason: "another session has this store open")
            }
            let (database, recovery) = try await StoreDisk.run { try self.openDatabase(at: file) }
            phase.withLock { $0 = .open(StorePhase.Opened(database: database, file: file, recovery: recovery)) }
        }
    }

    /// Returns the account's folder, which need not exist.
    func folder(of credentials: MXCredentials) throws -> URL {
        try (directory ?? StoreDirectory.platformDefault())
            .appendingPathComponent(StoreDirectory.name(for: credentials), isDirectory: true)
    }

    /// See ``/SDNValues/MXRestingStore/rest()``.
    package func rest() async {
        phase.withLock { $0.setRest(true) }
        await restWhenIdle()
    }

    /// See ``/SDNValues/MXRestingStore/use()``.
    package func use() async { await gate.run { phase.withLock { $0.setRest(false) } } }

    private func restWhenIdle() async {
        await gate.run {
            guard let opened = phase.withLock({ $0.idle }) else { return }
            if sharing == .processes { try? await releaseSyncLease() }
            let read = try? await opened.database.read { store in
                try StorePhase.Resting(
                    file: opened.file, recovery: opened.recovery, token: store.value(.eventStreamToken))
            }
            guard let resting = read else { return phase.withLock { $0.setRest(false) } }
            let mayClose = phase.withLock { phase in
                guard phase.idle != nil else { return false }
                phase = .resting(resting)
                return true
            }
            if mayClose { await StoreDisk.close(opened.database) }
        }
    }

    /// Opens a resting store again.
    private func wake() async throws {
        try await gate.run {
            guard case .resting(let resting) = phase.withLock({ $0 }) else { return }
            let (database, recovery) = try await StoreDisk.run {
                try self.openDatabase(at: resting.file, keepsLostParts: true)
            }
            let token = try await database.read { try $0.value(.eventStreamToken) }
            guard sharing == .processes || token == resting.token else {
                await StoreDisk.close(database)
                throw SDNSDKError(
                    .storeInUse, reason: "another session has used the store since this one failed, so create a new one"
                )
            }
            phase.withLock { phase in
                phase = .open(
                    StorePhase.Opened(database: database, file: resting.file, recovery: recovery ?? resting.recovery))
            }
        }
    }

    /// - Parameter keepsLostParts: true when this object had the file open before. The session may be storing a file part by part, and the message of
    ///   these parts comes last.
    private func openDatabase(at file: URL, keepsLostParts: Bool = false) throws -> (StoreDatabase, MXStoreRecovery?) {
        try StoreDirectory.make(file.deletingLastPathComponent())
        // Only one process opens the file at a time. Two processes that open a new file at the same moment would both create its tables.
        let turn = sharing == .processes ? try StoreOpeningTurn(beside: file) : nil
        defer { turn?.end() }
        try StoreDirectory.makePrivate(file)
        let mark = file.path + MXFileStore.damageMark
        let rescue = StoreRescue(store: file, cipher: cipher)
        do {
            let database = try connect(file, keepsLostParts)
            guard FileManager.default.fileExists(atPath: mark) else { return try complete(database, rescue) }
            // The file was opened only to test whether another session has it open. A file that is open elsewhere must not be moved aside.
            database.close()
        } catch let error as SDNSDKError where error.code == .storeDamaged {}
        if sharing == .processes { try StoreDirectory.requireUnused(file) }
        try rescue.moveAside()
        try? FileManager.default.removeItem(atPath: mark)
        try StoreDirectory.makePrivate(file)
        return try complete(connect(file, keepsLostParts), rescue)
    }

    private func connect(_ file: URL, _ keepsLostParts: Bool) throws -> StoreDatabase {
        func database(_ sharing: MXStoreSharing) throws -> StoreDatabase {
            try StoreDatabase(path: file.path, cipher: cipher, sharing: sharing, keepsLostParts: keepsLostParts)
        }
        do {
            return try database(sharing)
        } catch is StoreKey.NeedsSealing {
            try database(.exclusive).close()
            return try database(sharing)
        }
    }

    /// Recovers unsent messages and drafts from a damaged file of the account that was moved aside.
    private func complete(_ database: StoreDatabase, _ rescue: StoreRescue) throws -> (StoreDatabase, MXStoreRecovery?)
    {
        do {
            let recovery = try rescue.takeOver(into: database)
            rescue.removeBareFiles()
            return (database, recovery)
        } catch {
            database.close()
            throw error
        }
    }

    /// Runs `body`, and marks the store when it is damaged. SQLite detects a damaged page when it first reads it, which may be long after opening.
    private func marking<T>(_ body: (StoreDatabase) async throws -> T) async throws -> T {
        let (database, file) = try await current()
        defer { leave() }
        do {
            return try await body(database)
        } catch let error as SDNSDKError where error.code == .storeDamaged {
            _ = FileManager.default.createFile(atPath: file.path + MXFileStore.damageMark, contents: nil)
            throw error
        }
    }

    /// Runs a reading transaction.
    /// - Throws: the error of `body`; ``/SDNValues/SDNSDKError`` with code `storeFailed` or `storeDamaged` when the store is closed or cannot be read.
    public func read<T: Sendable>(_ body: @escaping @Sendable (any MXStoreReader) throws -> T) async throws -> T {
        try await marking { try await $0.read(body) }
    }

    /// Runs a writing transaction. When `body` throws, nothing is stored.
    /// - Throws: the error of `body`; ``/SDNValues/SDNSDKError`` with code `storeFailed` or `storeDamaged` when the store is closed or cannot be written.
    public func write<T: Sendable>(_ body: @escaping @Sendable (any MXStoreWriter) throws -> T) async throws -> T {
        let (result, generation) = try await marking { try await $0.write { (try body($0), $0.generation) } }
        // If no other process wrote in between, this object knows everything up to its own write.
        generations.withLock { if generation > 0 && $0.known == generation - 1 { $0.known = generation } }
        return result
    }

    /// Removes all data of this account, including files that were moved aside, and keeps the file open.
    /// - Throws: ``/SDNValues/SDNSDKError`` with code `storeFailed`.
    public func deleteAllData() async throws {
        let (database, file) = try await current()
        defer { leave() }
        try await database.deleteAll()
        for aside in StoreDirectory.filesAside(file) { StoreDirectory.remove(aside) }
    }

    /// Releases the file, the lock and the lease. The store can be opened again.
    public func close() async {
        await gate.run {
            guard case .open(let opened) = phase.withLock({ $0 }) else { return phase.withLock { $0 = .closed } }
            if sharing == .processes { try? await releaseSyncLease() }
            phase.withLock { $0 = .closed }
            await StoreDisk.close(opened.database)
        }
    }

    /// See ``/SDNValues/MXSharedStore/takeSyncLease(for:)``. Returns true for a store that is not shared.
    /// - Throws: ``/SDNValues/SDNSDKError`` with code `storeFailed` or `storeDamaged`.
    public func takeSyncLease(for duration: Duration) async throws -> Bool {
        guard sharing == .processes else { return true }
        let (name, length) = (name, min(max(duration, .zero), .seconds(86_400)))
        return try await marking { database in
            try await database.inDatabase { db in
                let now = Timestamp(Date())
                return try StoreLease.take(name, until: now + length, now: now, in: db)
            }
        }
    }

    /// See ``/SDNValues/MXSharedStore/releaseSyncLease()``.
    /// - Throws: ``/SDNValues/SDNSDKError`` with code `storeFailed` or `storeDamaged`.
    public func releaseSyncLease() async throws {
        guard sharing == .processes else { return }
        let name = name
        StoreLease.forget(name)
        try await marking { try await $0.inDatabase { try StoreLease.release(name, in: $0) } }
    }

    /// See ``/SDNValues/MXSharedStore/changes(after:)``.
    /// - Throws: ``/SDNValues/SDNSDKError`` with code `storeFailed` or `storeDamaged`.
    public func changes(after generation: Int64) async throws -> MXStoreChanges {
        let start = generations.withLock {
            generation > 0 && $0.answered == generation ? max($0.known, generation) : generation
        }
        let changes = try await marking { database in
            try await database.read { store in
                let now = try store.storedGeneration()
                return MXStoreChanges(
                    generation: now, rooms: now == start ? [] : try store.rooms(changedAfter: start),
                    eventStreamToken: try store.value(.eventStreamToken), outgoingMessages: try store.outgoingMessages()
                )
            }
        }
        generations.withLock { $0 = (changes.generation, max($0.known, changes.generation)) }
        return changes
    }

    /// Returns the open file. The store does not rest before ``leave()``.
    private func current() async throws -> (database: StoreDatabase, file: URL) {
        while true {
            if let current = phase.withLock({ $0.enter() }) { return (current.database, current.file) }
            guard case .resting = phase.withLock({ $0 }) else {
                throw SDNSDKError(.storeFailed, reason: "the store is not open")
            }
            try await wake()
        }
    }

    private func leave() {
        guard phase.withLock({ $0.leave() }) else { return }
        Task { await restWhenIdle() }
    }
}

/// A lock on a file beside the store, with which one process at a time opens a shared store. It is held only while the store is opened.
struct StoreOpeningTurn {
    private let lock: FileLock

    init(beside file: URL) throws {
        do {
            lock = try FileLock(path: file.path + ".opening", waits: true)
        } catch {
            throw SDNSDKError(.storeFailed, field: "directory", reason: "the store's folder cannot be written to")
        }
    }

    func end() { lock.release() }
}
