import HeraldLocks
import SDNSDK

/// A store that lets a test act when a transaction has done everything but commit, when a read has its result, and when everything was deleted.
final class InterceptedStore: MXStore {
    private let inner: any MXStore
    private let hook = Mutex<(@Sendable () throws -> Void)?>(nil)
    private let readHook = Mutex<(@Sendable () async throws -> Void)?>(nil)
    private let deletionHook = Mutex<(@Sendable () -> Void)?>(nil)

    init(_ inner: any MXStore) { self.inner = inner }

    func beforeCommit(_ body: (@Sendable () throws -> Void)?) { hook.withLock { $0 = body } }

    /// Runs `body` after each read, whose caller waits for it.
    func afterRead(_ body: (@Sendable () async throws -> Void)?) { readHook.withLock { $0 = body } }

    func afterDeletion(_ body: (@Sendable () -> Void)?) { deletionHook.withLock { $0 = body } }

    var isPermanent: Bool { inner.isPermanent }
    var keepsHistory: Bool { inner.keepsHistory }
    func open(with credentials: MXCredentials) async throws { try await inner.open(with: credentials) }
    func read<T: Sendable>(_ body: @escaping @Sendable (any MXStoreReader) throws -> T) async throws -> T {
        let result = try await inner.read(body)
        try await readHook.withLock { $0 }?()
        return result
    }
    func write<T: Sendable>(_ body: @escaping @Sendable (any MXStoreWriter) throws -> T) async throws -> T {
        let hook = hook.withLock { $0 }
        return try await inner.write { writer in
            let result = try body(writer)
            try hook?()
            return result
        }
    }
    func deleteAllData() async throws {
        try await inner.deleteAllData()
        deletionHook.withLock { $0 }?()
    }
    func close() async { await inner.close() }
}
