import HeraldLocks
import OpenDID_DataModel

/// A resolver for one check. It answers from the cache if possible, and records the cached entries that the check used.
final class RememberingResolver: DIDResolver {
    private let registry: GatewayRegistry
    private let memory: TrustMemory
    private let notes = Mutex(Notes())

    private struct Notes {
        var used: Set<String> = []
        var failure: WalletError?
    }

    init(registry: GatewayRegistry, memory: TrustMemory) {
        self.registry = registry
        self.memory = memory
    }

    /// The names of the cached entries that the check used.
    var used: Set<String> { notes.withLock { $0.used } }
    /// The registry's error, or `nil` if it answered every look-up.
    var failure: WalletError? { notes.withLock { $0.failure } }

    func resolve(_ did: String, versionId: String?) async throws -> ResolvedDID? {
        let url = DIDURL(did: did, versionId: versionId).description
        if let known = memory.document(url) {
            notes.withLock { _ = $0.used.insert(url) }
            return known
        }
        do {
            let answer = try await registry.resolve(did, versionId: versionId)
            if let answer { memory.remember(answer, as: url) }
            return answer
        } catch {
            let cause = WalletError.wrapping(error, as: .answer, field: "did-doc")
            notes.withLock { $0.failure = cause }
            throw cause
        }
    }
}
