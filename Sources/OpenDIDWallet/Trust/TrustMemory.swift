import HeraldLocks
import OpenDID_DataModel

/// A cache of checked certificates, DID documents and schemas.
final class TrustMemory: Sendable {
    struct Certificate: Hashable {
        let did: String
        let reference: String
        let role: RoleTypeEnum
    }

    private struct Entry<Value> {
        let value: Value
        let until: UTCInstant
    }

    private struct State {
        var certificates: [Certificate: UTCInstant] = [:]
        var documents: [String: Entry<ResolvedDID>] = [:]
        var schemas: [String: Entry<VCSchema>] = [:]
    }

    /// The largest number of entries of each kind, so that servers cannot fill the memory.
    private static let limit = 256

    private let state = Mutex(State())
    private let lifetime: Duration
    private let now: @Sendable () -> UTCInstant

    init(lifetime: Duration, now: @escaping @Sendable () -> UTCInstant) {
        self.lifetime = lifetime
        self.now = now
    }

    func holds(_ certificate: Certificate) -> Bool {
        let now = now()
        return state.withLock { state in state.certificates[certificate].map { $0 > now } ?? false }
    }

    func remember(_ certificate: Certificate) {
        keep { state, until in
            if state.certificates.count >= Self.limit { state.certificates.removeAll() }
            state.certificates[certificate] = until
        }
    }

    func schema(_ url: String) -> VCSchema? {
        let now = now()
        return state.withLock { state in state.schemas[url].flatMap { $0.until > now ? $0.value : nil } }
    }

    func remember(_ schema: VCSchema, at url: String) {
        keep { state, until in
            if state.schemas.count >= Self.limit { state.schemas.removeAll() }
            state.schemas[url] = Entry(value: schema, until: until)
        }
    }

    /// Returns a cached document.
    /// - Parameter url: the DID, or the DID with a version.
    func document(_ url: String) -> ResolvedDID? {
        let now = now()
        return state.withLock { state in state.documents[url].flatMap { $0.until > now ? $0.value : nil } }
    }

    func remember(_ resolved: ResolvedDID, as url: String) {
        keep { state, until in
            if state.documents.count >= Self.limit { state.documents.removeAll() }
            state.documents[url] = Entry(value: resolved, until: until)
        }
    }

    func forget() { state.withLock { $0 = State() } }

    /// Removes every version of the DID documents that a check used, and all cached certificates, because they may depend on these
    /// documents.
    /// - Returns: true if the check used cached documents.
    func forgetUsed(by resolver: RememberingResolver) -> Bool {
        let used = resolver.used
        guard !used.isEmpty else { return false }
        let owners = Set(used.map(Self.owner))
        state.withLock { state in
            state.documents = state.documents.filter { !owners.contains(Self.owner(of: $0.key)) }
            state.certificates.removeAll()
        }
        return true
    }

    private static func owner(of url: String) -> Substring { url.prefix { $0 != "?" } }

    private func keep(_ body: (inout sending State, UTCInstant) -> Void) {
        guard lifetime > .zero else { return }
        let until = now() + lifetime
        state.withLock { body(&$0, until) }
    }
}
