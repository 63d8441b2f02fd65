/// The store of a session that was given none: keeps rooms, their state and their latest messages in memory, and lets go of older
/// messages when new ones arrive. Pagination asks the node for them again.
public final class MXNoStore: MXStore {
    private let memory = MXMemoryStore()

    /// A store that is empty until it is opened.
    public init() {}

    /// `false`: nothing outlives the process.
    public var isPermanent: Bool { false }
    /// `false`: a room's older messages go when new ones arrive.
    public var keepsHistory: Bool { false }

    /// Begins empty, for whatever account.
    /// - Throws: ``SDNSDKError`` with code `storeInUse` while the store is open.
    public func open(with credentials: MXCredentials) async throws { try await memory.open(with: credentials) }
    /// Runs a reading transaction.
    /// - Throws: what `body` throws; ``SDNSDKError`` with code `storeFailed` when the store is closed.
    public func read<T: Sendable>(_ body: @escaping @Sendable (any MXStoreReader) throws -> T) async throws -> T { try await memory.read(body) }
    /// Runs a writing transaction; when `body` throws, nothing of it is kept.
    /// - Throws: what `body` throws; ``SDNSDKError`` with code `storeFailed` when the store is closed.
    public func write<T: Sendable>(_ body: @escaping @Sendable (any MXStoreWriter) throws -> T) async throws -> T { try await memory.write(body) }
    /// Forgets everything about this account and stays open.
    /// - Throws: ``SDNSDKError`` with code `storeFailed` when the store is closed.
    public func deleteAllData() async throws { try await memory.deleteAllData() }
    /// Lets go of everything.
    public func close() async { await memory.close() }
}
