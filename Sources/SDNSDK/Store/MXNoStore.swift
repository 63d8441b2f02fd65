/// The store of a session that was given none: keeps rooms, their state and their latest messages in memory, and lets go of older
/// messages when new ones arrive. Pagination asks the node for them again.
public final class MXNoStore: MXStore {
    private let memory = MXMemoryStore()

    public init() {}

    public var isPermanent: Bool { false }
    public var keepsHistory: Bool { false }

    public func open(with credentials: MXCredentials) async throws { try await memory.open(with: credentials) }
    public func read<T: Sendable>(_ body: @escaping @Sendable (any MXStoreReader) throws -> T) async throws -> T { try await memory.read(body) }
    public func write<T: Sendable>(_ body: @escaping @Sendable (any MXStoreWriter) throws -> T) async throws -> T { try await memory.write(body) }
    public func deleteAllData() async throws { try await memory.deleteAllData() }
    public func close() async { await memory.close() }
}
