import HeraldJSON
import HeraldKeys
import OpenDID_DataModel

/// The registry as a process has it whose trust agent runs elsewhere: asked over HTTP with the peers' token.
///
/// Statuses are asked for each time. Of documents, which are the larger part, one that is remembered is used as long as the registry says
/// that the revision of its DID is still the same.
package struct RemoteRegistry: Sendable {
    /// What a call answers that got no answer of the registry's.
    private static let silent = ServiceErrorCode("", 503, "The registry does not answer.")
    private var peers: PeerClient
    private let memory: DocumentMemory
    private let now: @Sendable () -> UTCInstant
    private let random: @Sendable (Int) -> [UInt8]
    /// Who signs changes.
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

    /// The registry as one server of this process asks it.
    /// - Parameter signer: who signs its changes; without an identity it makes none.
    func speaking(for role: ServiceRole?, as signer: ProviderIdentity?) -> RemoteRegistry {
        var copy = self
        copy.peers.caller = role
        copy.signer = signer
        return copy
    }

    /// Asks, and notes that there was no answer.
    /// - Throws: ``RegistryUnreachable``.
    func ask<Q: Encodable & Sendable, R: Decodable & Sendable>(_ endpoint: ServiceEndpoint<Q, R>, _ question: Q) async throws -> R {
        do {
            return try await peers.call(endpoint, question, unreachable: Self.silent)
        } catch {
            throw unreachable("\(error)")
        }
    }

    /// Asks for page after page.
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

    /// Has the registry changed, all or nothing.
    /// - Throws: ``RegistryError`` when it does not take a change; ``ServiceError`` when this server may not make it;
    ///   ``RegistryUnreachable``: then nobody knows whether the change was made, and it has to be made again.
    func change(_ changes: [ChangeRegistry.Change]) async throws {
        guard !changes.isEmpty else { return }
        guard let signer else {
            throw RegistryError(.signature, field: "provider", reason: "only a server with an identity changes the registry")
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
    /// The longest version that is asked for, in bytes.
    private static let versionLimit = 20

    package func resolve(_ did: String, versionId: String?) async throws -> ResolvedDID? {
        // Longer ones are not registered: whoever names such a one in a proof is told so without a question.
        guard did.utf8.count <= DIDDocument.idByteLimit, versionId?.utf8.count ?? 0 <= Self.versionLimit else { return nil }
        let entry = memory.entry(of: did)
        let known = entry?.documents[versionId ?? entry?.newest ?? ""]
        let answer = try await ask(
            OpenDIDEndpoints.Registry.document, FindDocument(did: did, versionId: versionId, known: known == nil ? nil : entry?.revision))
        guard let text = answer.status else { return nil }
        let document: DIDDocument
        if let body = answer.document.map({ Array($0.utf8) }) {
            guard let read = try? JSONModelDecoder().decode(DIDDocument.self, from: body), read.id == did,
                  versionId == nil || read.versionId == versionId, let revision = answer.revision, let newest = answer.newest
            else { throw unreachable("its answer is no document of \(did)") }
            memory.remember(read, of: body.count, version: read.versionId, of: did, revision: revision, newest: newest)
            document = read
        } else if let known, answer.revision == entry?.revision {
            document = known
        } else {
            throw unreachable("its answer has no document of \(did)")
        }
        // A status that nobody knows counts as the strictest one.
        return ResolvedDID(
            document: document, status: DIDStatus(rawValue: text) ?? .terminated,
            terminated: answer.terminated.map { UTCInstant(seconds: $0) })
    }
}
