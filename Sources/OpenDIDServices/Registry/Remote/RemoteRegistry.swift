import HeraldJSON
import HeraldKeys
import OpenDID_DataModel

/// The registry of a trust agent in another process. Requests are sent over HTTP with the servers' token.
///
/// Each look-up requests the status of the DID again. The document is larger, and comes from a cache as long as the revision of the DID is
/// unchanged.
package struct RemoteRegistry: Sendable {
    /// The internal error code of a call to which the registry gave no answer.
    private static let silent = ServiceErrorCode("", 503, "The registry does not answer.")
    private var peers: PeerClient
    private let memory: DocumentMemory
    private let now: @Sendable () -> UTCInstant
    private let random: @Sendable (Int) -> [UInt8]
    /// The identity with which the server signs changes.
    private var signer: ProviderIdentity?

    init(
        peers: PeerClient, now: @escaping @Sendable () -> UTCInstant, random: @escaping @Sendable (Int) -> [UInt8],
        memory: DocumentMemory = DocumentMemory(limit: Registry.cacheLimit)
    ) {
        self.peers = peers
        self.memory = memory
        self.now = now
        self.random = random
    }

    /// Returns this registry in the form for one server of this process.
    /// - Parameter signer: the identity with which the server signs changes. If it is `nil`, the server cannot make changes.
    func speaking(for role: ServiceRole?, as signer: ProviderIdentity?) -> RemoteRegistry {
        var copy = self
        copy.peers.caller = role
        copy.signer = signer
        return copy
    }

    /// Sends a request to the registry. If there is no answer, this is recorded in ``RegistryOutage``.
    /// - Throws: ``RegistryUnreachable``.
    func ask<Q: Encodable & Sendable, R: Decodable & Sendable>(_ endpoint: ServiceEndpoint<Q, R>, _ question: Q)
        async throws -> R
    {
        do {
            return try await peers.call(endpoint, question, unreachable: Self.silent)
        } catch {
            throw unreachable("\(error)")
        }
    }

    /// Requests all pages of a list.
    /// - Throws: ``RegistryUnreachable``, also if the list has too many pages, and the errors of `page`.
    func all<Q: Encodable & Sendable, R: Decodable & Sendable, Item>(
        _ endpoint: ServiceEndpoint<Q, R>, _ question: (Int) -> Q, _ page: (R) throws -> (items: [Item], hasMore: Bool)
    ) async throws -> [Item] {
        var items: [Item] = []
        for _ in 0..<RegistryPage.limit {
            let next = try page(try await ask(endpoint, question(items.count)))
            items += next.items
            guard next.hasMore, !next.items.isEmpty else { return items }
        }
        throw unreachable("it has more than \(RegistryPage.limit) pages")
    }

    func unreachable(_ reason: String) -> RegistryUnreachable {
        RegistryOutage.note()
        return RegistryUnreachable(reason: reason)
    }

    /// Sends changes to the registry, which makes all of them or none.
    /// - Throws: ``RegistryError`` if the registry refuses a change. ``ServiceError`` if this server may not make a change.
    ///   ``RegistryUnreachable`` if there is no answer. In that case the changes may have been made, and must be sent again.
    func change(_ changes: [ChangeRegistry.Change]) async throws {
        guard !changes.isEmpty else { return }
        guard let signer else {
            throw RegistryError(
                .signature, field: "provider", reason: "only a server with an identity can change the registry")
        }
        let request = ChangeRegistry(
            id: MessageID.make(at: now(), randomBytes: random(MessageID.randomByteCount)), provider: signer.provider,
            nonce: Multibase.encode(random(SessionKey.nonceLength), as: .base58btc), changes: changes)
        let signed = try await signer.sign(request, created: now())
        let answer: _ChangeRegistry
        do {
            answer = try await peers.call(OpenDIDEndpoints.Registry.change, signed, unreachable: Self.silent)
        } catch {
            guard error.code == Self.silent else { throw error }
            throw unreachable("\(error)")
        }
        if let refusal = answer.refusal { throw refusal.error }
    }
}

extension RemoteRegistry: DIDResolver {
    /// The longest version that a request may contain, in bytes.
    private static let versionLimit = 20

    package func resolve(_ did: String, versionId: String?) async throws -> ResolvedDID? {
        // No request is sent for longer DIDs and versions, because they cannot be registered.
        guard did.utf8.count <= DIDDocument.idByteLimit, versionId?.utf8.count ?? 0 <= Self.versionLimit else {
            return nil
        }
        let entry = memory.entry(of: did)
        let known = entry.flatMap { $0.documents[versionId ?? $0.newest] }
        let answer = try await ask(
            OpenDIDEndpoints.Registry.document,
            FindDocument(did: did, versionId: versionId, known: known == nil ? nil : entry?.revision))
        guard let text = answer.status else { return nil }
        let document: DIDDocument
        if let body = answer.document.map({ Array($0.utf8) }) {
            guard let read = try? JSONModelDecoder().decode(DIDDocument.self, from: body), read.id == did,
                versionId == nil || read.versionId == versionId, let revision = answer.revision,
                let newest = answer.newest
            else { throw unreachable("its answer is no document of \(did)") }
            memory.remember(read, of: body.count, version: read.versionId, of: did, revision: revision, newest: newest)
            document = read
        } else if let known, answer.revision == entry?.revision {
            document = known
        } else {
            throw unreachable("its answer has no document of \(did)")
        }
        var terminated: UTCInstant?
        if let seconds = answer.terminated {
            guard let moment = UTCInstant(exactly: seconds) else {
                throw unreachable("its answer has no time at which \(did) was terminated")
            }
            terminated = moment
        }
        // A status that this version of Herald does not know is treated as the strictest status.
        return ResolvedDID(
            document: document, status: DIDStatus(rawValue: text) ?? .terminated, terminated: terminated)
    }
}
