import Synchronization

/// Keeps everything in memory; nothing outlives the process. The same tables as in ``MXFileStore``, so that both behave alike.
public final class MXMemoryStore: MXStore {
    private let database = Mutex<StoreDatabase?>(nil)

    /// A store that is empty until it is opened.
    public init() {}

    /// `false`: nothing outlives the process.
    public var isPermanent: Bool { false }
    /// `true`: older messages stay when new ones arrive.
    public var keepsHistory: Bool { true }

    /// Begins empty, for whatever account. Opening again after ``close()`` keeps nothing.
    /// - Throws: ``SDNSDKError`` with code `storeInUse` while the store is open.
    public func open(with credentials: MXCredentials) async throws {
        try database.withLock { database in
            guard database == nil else { throw SDNSDKError(.storeInUse, reason: "a session has this store open") }
            database = try StoreDatabase()
        }
    }

    /// Runs a reading transaction.
    /// - Throws: what `body` throws; ``SDNSDKError`` with code `storeFailed` when the store is closed.
    public func read<T: Sendable>(_ body: @escaping @Sendable (any MXStoreReader) throws -> T) async throws -> T {
        try await opened().read(body)
    }

    /// Runs a writing transaction; when `body` throws, nothing of it is kept.
    /// - Throws: what `body` throws; ``SDNSDKError`` with code `storeFailed` when the store is closed.
    public func write<T: Sendable>(_ body: @escaping @Sendable (any MXStoreWriter) throws -> T) async throws -> T {
        try await opened().write(body)
    }

    /// Forgets everything about this account and stays open.
    /// - Throws: ``SDNSDKError`` with code `storeFailed` when the store is closed.
    public func deleteAllData() async throws { try await opened().deleteAll() }

    /// Lets go of everything.
    public func close() async { database.withLock { $0 = nil } }

    private func opened() throws -> StoreDatabase {
        guard let database = database.withLock({ $0 }) else { throw SDNSDKError(.storeFailed, reason: "the store is not open") }
        return database
    }
}
