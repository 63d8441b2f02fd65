/// The store of a closed session: nothing can be read or written.
final class ClosedStore: MXStore {
    private static let closed = SDNSDKError(.closed, reason: "the session was closed")

    var isPermanent: Bool { false }
    var keepsHistory: Bool { false }
    func open(with credentials: MXCredentials) async throws { throw ClosedStore.closed }
    func read<T: Sendable>(_ body: @escaping @Sendable (any MXStoreReader) throws -> T) async throws -> T {
        throw ClosedStore.closed
    }
    func write<T: Sendable>(_ body: @escaping @Sendable (any MXStoreWriter) throws -> T) async throws -> T {
        throw ClosedStore.closed
    }
    func deleteAllData() async throws { throw ClosedStore.closed }
    func close() async {}
}
