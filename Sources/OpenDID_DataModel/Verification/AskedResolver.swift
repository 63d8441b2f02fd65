import Synchronization

/// A resolver that records if another resolver failed to answer.
final class AskedResolver: DIDResolver {
    private let inner: any DIDResolver
    private let failed = Mutex(false)

    init(_ inner: any DIDResolver) { self.inner = inner }

    var hasFailed: Bool { failed.withLock { $0 } }

    func resolve(_ did: String, versionId: String?) async throws -> ResolvedDID? {
        do {
            return try await inner.resolve(did, versionId: versionId)
        } catch {
            // A failed check is an answer, not an outage.
            if !(error is VerificationFailure) { failed.withLock { $0 = true } }
            throw error
        }
    }
}
