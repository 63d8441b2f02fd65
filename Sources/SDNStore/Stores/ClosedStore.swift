import SDNValues

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
