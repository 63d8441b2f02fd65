import Foundation
import SDNWire
import Synchronization

/// Keeps everything in one SQLite file for each account (node and user), so that a session goes on where the last one ended and rooms
/// can be read before any network (SDN sheet 5.6, 5.9). The access token is not in it.
///
/// One session at a time has the file; a second opener, in this process or another, gets ``SDNSDKError`` with code `storeInUse`. A file
/// that is not readable is moved aside when it is opened, never deleted, and the next start does an initial sync.
public final class MXFileStore: MXStore {
    /// The folder that holds the accounts; `nil` stands for the platform's place for application data.
    private let directory: URL?
    private let opened = Mutex<(database: StoreDatabase, file: URL)?>(nil)
    /// The file beside the store's that says that a transaction met damage: the next opening moves the store aside.
    private static let damageMark = ".is-damaged"

    /// - Parameter directory: where the accounts' folders are made. By default `sdnsdk` in `$XDG_DATA_HOME` or `~/.local/share`; on
    ///   Apple platforms in Application Support.
    public init(directory: URL? = nil) { self.directory = directory }

    /// `true`: the data outlives the process.
    public var isPermanent: Bool { true }
    /// `true`: older messages stay when new ones arrive.
    public var keepsHistory: Bool { true }

    /// The open file.
    public var file: URL? { opened.withLock { $0?.file } }

    /// Opens the account's file, and makes it when it is not there; folder and file are for this user alone. The access token is not kept.
    /// - Throws: ``SDNSDKError`` with code `storeInUse`, also while this object is open, `storeTooNew`, `storeFailed` or
    ///   `missingCredentials`.
    public func open(with credentials: MXCredentials) async throws {
        let file = try (directory ?? StoreDirectory.platformDefault())
            .appendingPathComponent(StoreDirectory.name(for: credentials), isDirectory: true)
            .appendingPathComponent("store.sqlite", isDirectory: false)
        try opened.withLock { opened in
            guard opened == nil else { throw SDNSDKError(.storeInUse, reason: "a session has this store open") }
            opened = (try MXFileStore.openDatabase(at: file), file)
        }
    }

    private static func openDatabase(at file: URL) throws -> StoreDatabase {
        try StoreDirectory.make(file.deletingLastPathComponent())
        try StoreDirectory.makePrivate(file)
        let mark = file.path + damageMark
        do {
            let database = try StoreDatabase(path: file.path)
            guard FileManager.default.fileExists(atPath: mark) else { return database }
            // Opened first, because a file that another session has open must stay where it is.
            database.close()
        } catch let error as SDNSDKError where error.code == .storeDamaged {}
        try StoreDirectory.moveAside(file)
        try? FileManager.default.removeItem(atPath: mark)
        try StoreDirectory.makePrivate(file)
        return try StoreDatabase(path: file.path)
    }

    /// SQLite finds a damaged page when it first reads it, which may be long after opening.
    private func marking<T>(_ body: (StoreDatabase) async throws -> T) async throws -> T {
        let (database, file) = try current()
        do {
            return try await body(database)
        } catch let error as SDNSDKError where error.code == .storeDamaged {
            _ = FileManager.default.createFile(atPath: file.path + MXFileStore.damageMark, contents: nil)
            throw error
        }
    }

    /// Runs a reading transaction.
    /// - Throws: what `body` throws; ``SDNSDKError`` with code `storeFailed` or `storeDamaged` when the store is closed or cannot be read.
    public func read<T: Sendable>(_ body: @escaping @Sendable (any MXStoreReader) throws -> T) async throws -> T {
        try await marking { try await $0.read(body) }
    }

    /// Runs a writing transaction; when `body` throws, nothing of it is kept.
    /// - Throws: what `body` throws; ``SDNSDKError`` with code `storeFailed` or `storeDamaged` when the store is closed or cannot be written.
    public func write<T: Sendable>(_ body: @escaping @Sendable (any MXStoreWriter) throws -> T) async throws -> T {
        try await marking { try await $0.write(body) }
    }

    /// Forgets everything about this account and keeps the file open.
    /// - Throws: ``SDNSDKError`` with code `storeFailed`.
    public func deleteAllData() async throws { try await current().database.deleteAll() }

    /// Releases file and lock; the store can be opened again.
    public func close() async {
        let database = opened.withLock { opened in
            defer { opened = nil }
            return opened?.database
        }
        database?.close()
    }

    private func current() throws -> (database: StoreDatabase, file: URL) {
        guard let current = opened.withLock({ $0 }) else { throw SDNSDKError(.storeFailed, reason: "the store is not open") }
        return current
    }
}
