import HeraldJSON
import OpenDID_DataModel
import Synchronization

/// The ledger: DID documents with every version and their status, what is known of credentials, schemas, plans, providers with their
/// certificates, and the apps that may use a wallet (OpenDID sheet 3.1, 3.6, 5.12).
///
/// Changes are values, ``LedgerChange``, so that a step of a protocol applies them together with its own writes.
package final class Registry: Sendable {
    private struct Cached: Sendable {
        let revision: Int64
        var documents: [String: DIDDocument]
        var bytes = 0
    }

    private struct Cache: Sendable {
        var entries: [String: Cached] = [:]
        var bytes = 0
    }

    /// Bounds what strangers' DIDs, and the versions of one, can make it remember; in bytes of JSON, which take some times as much as documents.
    static let cacheLimit = 16 << 20
    let database: ServiceDatabase
    private let now: @Sendable () -> UTCInstant
    private let cache = Mutex(Cache())
    private let cacheLimit: Int

    init(database: ServiceDatabase, now: @escaping @Sendable () -> UTCInstant, cacheLimit: Int = Registry.cacheLimit) {
        self.database = database
        self.now = now
        self.cacheLimit = cacheLimit
    }

    /// Checks a DID document on its way to the registry (OpenDID sheet 3.1): opened, signed for capability invocation by the controller that
    /// it names, which is a trust agent in use. Only a trust agent's own first document needs no signature.
    /// - Returns: the change that enters it; nothing has been written yet.
    /// - Throws: ``RegistryError`` `signature`, `document`; what the database throws.
    package func admit(_ envelope: InvokedDidDoc, role: RoleTypeEnum) async throws -> LedgerChange {
        let contents: MultibaseEnvelope.Contents<DIDDocument>
        do {
            contents = try envelope.openDocument()
        } catch {
            throw RegistryError(.document, field: error.field, reason: error.reason)
        }
        let document = contents.value
        guard document.controller == envelope.controller.did else {
            throw RegistryError(.signature, field: "controller.did", reason: "the document has another controller")
        }
        let isTrustAgentItself = role == .Tas && document.id == envelope.controller.did && document.versionId == "1"
        if !isTrustAgentItself {
            guard try await provider(envelope.controller.did)?.role == .Tas else {
                throw RegistryError(.signature, field: "controller.did", reason: "the controller is no trust agent")
            }
            let report = try await VerificationPolicy.standard(for: .invokedDidDoc).verify(envelope, at: now(), resolver: self)
            do {
                try report.requireValid()
            } catch {
                throw RegistryError(.signature, field: error.place, reason: error.reason)
            }
        }
        let admitted = AdmittedDocument(document: document, role: role, bytes: try document.canonicalBytes())
        return .enterDocument(admitted, at: now())
    }

    /// Applies changes in one SQLite transaction of their own.
    /// - Throws: ``RegistryError``.
    package func apply(_ changes: [LedgerChange]) async throws {
        try await database.write { db in
            for change in changes { try change.apply(in: db) }
        }
    }

    /// What is known of a credential.
    package func credential(_ id: String) async throws -> VCMeta? {
        try await database.read { db in try LedgerReading.meta(of: id, in: db) }
    }
}

extension Registry: DIDResolver {
    /// The document of a DID in a version, or in the newest one, with the status of today.
    package func resolve(_ did: String, versionId: String?) async throws -> ResolvedDID? {
        let cached = cache.withLock { $0.entries[did] }
        let found = try await database.read { db -> (LedgerReading.Head, [UInt8]?)? in
            guard let head = try LedgerReading.head(of: did, in: db) else { return nil }
            let version = versionId ?? head.newest
            if let cached, cached.revision == head.revision, cached.documents[version] != nil { return (head, nil) }
            guard let bytes = try LedgerReading.versionBytes(of: did, version, in: db) else { return nil }
            return (head, bytes)
        }
        guard let (head, bytes) = found else { return nil }
        let version = versionId ?? head.newest
        let document: DIDDocument
        if let bytes {
            document = try JSONModelDecoder().decode(DIDDocument.self, from: bytes)
            remember(document, of: bytes.count, version: version, of: did, revision: head.revision)
        } else if let known = cached?.documents[version] {
            document = known
        } else {
            return nil
        }
        return ResolvedDID(document: document, status: head.status, terminated: head.terminated)
    }

    /// How much is remembered, in bytes of JSON; for tests.
    var cachedBytes: Int { cache.withLock(\.bytes) }

    private func remember(_ document: DIDDocument, of bytes: Int, version: String, of did: String, revision: Int64) {
        cache.withLock { cache in
            if cache.bytes + bytes > cacheLimit { cache = Cache() }
            if let known = cache.entries[did], known.revision != revision {
                cache.bytes -= known.bytes
                cache.entries[did] = nil
            }
            var entry = cache.entries[did] ?? Cached(revision: revision, documents: [:])
            guard entry.documents.updateValue(document, forKey: version) == nil else { return }
            entry.bytes += bytes
            cache.entries[did] = entry
            cache.bytes += bytes
        }
    }
}

extension Registry: CredentialStatusSource {
    package func standing(ofCredential id: String) async throws -> CredentialStanding? {
        try await credential(id).map { CredentialStanding($0) }
    }
}
