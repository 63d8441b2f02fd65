import HeraldLocks
import SDNValues

/// A store that keeps everything in memory. Nothing outlives the process. It has the same tables as ``MXFileStore``, so both behave alike.
///
/// ```swift
/// let session = MXSession(sdnRestClient: client)
/// try await session.setStore(MXMemoryStore())   // for tests, and for bots that need no history
/// ```
public final class MXMemoryStore: MXStore {
    private let database = Mutex<StoreDatabase?>(nil)

    /// Creates an empty store.
    public init() {}

    /// Always false: nothing outlives the process.
    public var isPermanent: Bool { false }
    /// Always true: older messages stay when new ones arrive.
    public var keepsHistory: Bool { true }

    /// Opens the store, empty, for any account. Opening it again after ``close()`` restores nothing.
    /// - Throws: ``/SDNValues/SDNSDKError`` with code `storeInUse` while the store is open.
    public func open(with credentials: MXCredentials) async throws {
        try database.withLock { database in
            guard database == nil else { throw SDNSDKError(.storeInUse, reason: "another session has this store open") }
            database = try StoreDatabase()
        }
    }

    /// Runs a reading transaction.
    /// - Throws: the error of `body`; ``/SDNValues/SDNSDKError`` with code `storeFailed` when the store is closed.
    public func read<T: Sendable>(_ body: @escaping @Sendable (any MXStoreReader) throws -> T) async throws -> T {
        try await opened().read(body)
    }

    /// Runs a writing transaction. When `body` throws, nothing is stored.
    /// - Throws: the error of `body`; ``/SDNValues/SDNSDKError`` with code `storeFailed` when the store is closed.
    public func write<T: Sendable>(_ body: @escaping @Sendable (any MXStoreWriter) throws -> T) async throws -> T {
        try await opened().write(body)
    }

    /// Removes all data and stays open.
    /// - Throws: ``/SDNValues/SDNSDKError`` with code `storeFailed` when the store is closed.
    public func deleteAllData() async throws { try await opened().deleteAll() }

    /// Closes the store and releases its data.
    public func close() async { database.withLock { $0 = nil } }

    private func opened() throws -> StoreDatabase {
        guard let database = database.withLock({ $0 }) else {
            throw SDNSDKError(.storeFailed, reason: "the store is not open")
        }
        return database
    }
}
