import Synchronization

/// Keeps everything in memory; nothing outlives the process. The same tables as in ``MXFileStore``, so that both behave alike.
public final class MXMemoryStore: MXStore {
    private let database = Mutex<StoreDatabase?>(nil)

    public init() {}

    public var isPermanent: Bool { false }
    public var keepsHistory: Bool { true }

    /// Opening again, for the same account or another, keeps nothing.
    public func open(with credentials: MXCredentials) async throws {
        let fresh = try StoreDatabase()
        database.withLock { $0 = fresh }
    }

    public func read<T: Sendable>(_ body: @escaping @Sendable (any MXStoreReader) throws -> T) async throws -> T {
        try await opened().read(body)
    }

    public func write<T: Sendable>(_ body: @escaping @Sendable (any MXStoreWriter) throws -> T) async throws -> T {
        try await opened().write(body)
    }

    public func deleteAllData() async throws { try await opened().deleteAll() }

    public func close() async { database.withLock { $0 = nil } }

    private func opened() throws -> StoreDatabase {
        guard let database = database.withLock({ $0 }) else { throw SDNSDKError(.storeFailed, reason: "the store is not open") }
        return database
    }
}
