import HeraldLocks
import OpenDID_DataModel

/// The DID documents that the checks of one request need. Each is looked up only once.
///
/// Most proofs name the newest version, and most checks need the newest version as well. It is therefore looked up first.
final class RequestResolver: DIDResolver {
    private let registry: any DIDResolver
    private let known = Mutex<[DIDURL: ResolvedDID?]>([:])

    init(_ registry: any DIDResolver) { self.registry = registry }

    func resolve(_ did: String, versionId: String?) async throws -> ResolvedDID? {
        let newest = try await answer(did, nil)
        guard let versionId, let newest, newest.document.versionId != versionId else { return newest }
        return try await answer(did, versionId)
    }

    private func answer(_ did: String, _ versionId: String?) async throws -> ResolvedDID? {
        let url = DIDURL(did: did, versionId: versionId)
        if let known = known.withLock({ $0[url] }) { return known }
        let answer = try await registry.resolve(did, versionId: versionId)
        known.withLock { $0[url] = .some(answer) }
        return answer
    }
}
