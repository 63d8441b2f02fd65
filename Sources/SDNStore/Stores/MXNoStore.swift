import SDNValues

/// The store of a session that was given none. It keeps rooms, their state and their latest messages in memory, and drops older messages when
/// new ones arrive. Pagination requests them from the node again.
public final class MXNoStore: MXStore {
    private let memory = MXMemoryStore()

    /// Creates an empty store.
    public init() {}

    /// Always false: nothing outlives the process.
    public var isPermanent: Bool { false }
    /// Always false: a room's older messages are dropped when new ones arrive.
    public var keepsHistory: Bool { false }

    /// Opens the store, empty, for any account.
    /// - Throws: ``/SDNValues/SDNSDKError`` with code `storeInUse` while the store is open.
    public func open(with credentials: MXCredentials) async throws { try await memory.open(with: credentials) }
    /// Runs a reading transaction.
    /// - Throws: the error of `body`; ``/SDNValues/SDNSDKError`` with code `storeFailed` when the store is closed.
    public func read<T: Sendable>(_ body: @escaping @Sendable (any MXStoreReader) throws -> T) async throws -> T {
        try await memory.read(body)
    }
    /// Runs a writing transaction. When `body` throws, nothing is stored.
    /// - Throws: the error of `body`; ``/SDNValues/SDNSDKError`` with code `storeFailed` when the store is closed.
    public func write<T: Sendable>(_ body: @escaping @Sendable (any MXStoreWriter) throws -> T) async throws -> T {
        try await memory.write(body)
    }
    /// Removes all data and stays open.
    /// - Throws: ``/SDNValues/SDNSDKError`` with code `storeFailed` when the store is closed.
    public func deleteAllData() async throws { try await memory.deleteAllData() }
    /// Closes the store and releases its data.
    public func close() async { await memory.close() }
}

/// The store of a closed session: nothing can be read or written.
package final class ClosedStore: MXStore {
    private static let closed = SDNSDKError(.closed, reason: "the session was closed")

    package var isPermanent: Bool { false }
    package var keepsHistory: Bool { false }
    package init() {}

    package func open(with credentials: MXCredentials) async throws { throw ClosedStore.closed }
    package func read<T: Sendable>(_ body: @escaping @Sendable (any MXStoreReader) throws -> T) async throws -> T {
        throw ClosedStore.closed
    }
    package func write<T: Sendable>(_ body: @escaping @Sendable (any MXStoreWriter) throws -> T) async throws -> T {
        throw ClosedStore.closed
    }
    package func deleteAllData() async throws { throw ClosedStore.closed }
    package func close() async {}
}
