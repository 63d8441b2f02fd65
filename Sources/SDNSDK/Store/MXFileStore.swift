import Foundation
import SDNWire
import Synchronization

/// Keeps everything in one SQLite file for each account (node and user), so that a session goes on where the last one ended and rooms
/// can be read before any network (SDN sheet 5.6, 5.9). The access token is not in it.
///
/// One session at a time has the file; a second opener, in this process or another, gets ``SDNSDKError`` with code `storeInUse`. A file
/// that is not readable is moved aside, never deleted, and the next start does an initial sync.
public final class MXFileStore: MXStore {
    /// The folder that holds the accounts; `nil` stands for the platform's place for application data.
    private let directory: URL?
    private let opened = Mutex<(database: StoreDatabase, file: URL)?>(nil)

    /// - Parameter directory: where the accounts' folders are made. By default `sdnsdk` in `$XDG_DATA_HOME` or `~/.local/share`; on
    ///   Apple platforms in Application Support.
    public init(directory: URL? = nil) { self.directory = directory }

    /// `true`: the data outlives the process.
    public var isPermanent: Bool { true }
    /// `true`: older messages stay when new ones arrive.
    public var keepsHistory: Bool { true }

    /// The open file.
    public var file: URL? { opened.withLock { $0?.file } }

    /// Opens the account's file, and makes it when it is not there. The access token is not kept.
    /// - Throws: ``SDNSDKError`` with code `storeInUse`, `storeTooNew`, `storeFailed` or `missingCredentials`.
    public func open(with credentials: MXCredentials) async throws {
        let file = try (directory ?? StoreDirectory.platformDefault())
            .appendingPathComponent(StoreDirectory.name(for: credentials), isDirectory: true)
            .appendingPathComponent("store.sqlite", isDirectory: false)
        await close()
        let database = try MXFileStore.openDatabase(at: file)
        opened.withLock { $0 = (database, file) }
    }

    private static func openDatabase(at file: URL) throws -> StoreDatabase {
        try StoreDirectory.make(file.deletingLastPathComponent())
        do {
            return try StoreDatabase(path: file.path)
        } catch let error as SDNSDKError where error.code == .storeDamaged {
            try StoreDirectory.moveAside(file)
            return try StoreDatabase(path: file.path)
        }
    }

    /// Runs a reading transaction.
    /// - Throws: what `body` throws; ``SDNSDKError`` with code `storeFailed` or `storeDamaged` when the store is closed or cannot be read.
    public func read<T: Sendable>(_ body: @escaping @Sendable (any MXStoreReader) throws -> T) async throws -> T {
        try await database().read(body)
    }

    /// Runs a writing transaction; when `body` throws, nothing of it is kept.
    /// - Throws: what `body` throws; ``SDNSDKError`` with code `storeFailed` or `storeDamaged` when the store is closed or cannot be written.
    public func write<T: Sendable>(_ body: @escaping @Sendable (any MXStoreWriter) throws -> T) async throws -> T {
        try await database().write(body)
    }

    /// Forgets everything about this account and keeps the file open.
    /// - Throws: ``SDNSDKError`` with code `storeFailed`.
    public func deleteAllData() async throws { try await database().deleteAll() }

    /// Releases file and lock; the store can be opened again.
    public func close() async {
        let database = opened.withLock { opened in
            defer { opened = nil }
            return opened?.database
        }
        database?.close()
    }

    private func database() throws -> StoreDatabase {
        guard let database = opened.withLock({ $0?.database }) else { throw SDNSDKError(.storeFailed, reason: "the store is not open") }
        return database
    }
}
