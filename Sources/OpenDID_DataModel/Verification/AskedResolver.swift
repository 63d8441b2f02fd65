import Synchronization

/// A resolver that notes when no answer could be had.
final class AskedResolver: DIDResolver {
    private let inner: any DIDResolver
    private let failed = Mutex(false)

    init(_ inner: any DIDResolver) { self.inner = inner }

    var hasFailed: Bool { failed.withLock { $0 } }

    func resolve(_ did: String, versionId: String?) async throws -> ResolvedDID? {
        do {
            return try await inner.resolve(did, versionId: versionId)
        } catch {
            // A failure of a check is an answer.
            if !(error is VerificationFailure) { failed.withLock { $0 = true } }
            throw error
        }
    }
}
