import HeraldJSON
import OpenDID_DataModel

/// The registry. It contains all versions of DID documents with the status of the DIDs, the status of credentials, schemas, plans,
/// providers with their certificates, and the apps that may use a wallet (OpenDID sheet 3.1, 3.6, 5.12).
///
/// Changes are values of ``LedgerChange``, so that a protocol step can make them in the same transaction as its own writes.
package final class Registry: Sendable {
    /// The most bytes of cached DID documents, counted as JSON. The limit exists because clients can register many DIDs and versions, and a
    /// decoded document takes several times the size of its JSON.
    static let cacheLimit = 16 << 20
    let database: any ServiceDatabase
    private let now: @Sendable () -> UTCInstant
    private let memory: DocumentMemory
    let catalogue = CatalogueMemory()
    private let standings = StandingMemory()

    init(
        database: any ServiceDatabase, now: @escaping @Sendable () -> UTCInstant, cacheLimit: Int = Registry.cacheLimit
    ) {
        self.database = database
        self.now = now
        memory = DocumentMemory(limit: cacheLimit)
    }

    /// Checks a DID document that is to be registered (OpenDID sheet 3.1). The controller that the document names must be an active trust
    /// agent, and must have signed the envelope for capability invocation. The first document of the trust agent itself is an exception and
    /// needs no signature.
    /// - Returns: the change that stores the document. This function writes nothing.
    /// - Throws: ``RegistryError`` `signature` or `document`, and the database's errors.
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
                throw RegistryError(.signature, field: "controller.did", reason: "the controller is not a trust agent")
            }
            let report = try await VerificationPolicy.standard(for: .invokedDidDoc).verify(
                envelope, at: now(), resolver: self)
            do {
                try report.requireValid()
            } catch {
                throw RegistryError(.signature, field: error.place, reason: error.reason)
            }
        }
        let admitted = AdmittedDocument(document: document, role: role, bytes: try document.canonicalBytes())
        return .enterDocument(admitted, at: now())
    }

    /// Applies changes in one transaction of the database.
    /// - Throws: ``RegistryError`` if a rule of the registry forbids a change, and the database's errors.
    package func apply(_ changes: [LedgerChange]) async throws {
        try await database.write { rows in
            for change in changes { try change.apply(in: rows) }
        }
    }

    package func credential(_ id: String) async throws -> VCMeta? {
        try await database.read { rows in try LedgerReading.meta(of: id, in: rows) }
    }
}

extension Registry: RegistryAccess {
    package var isHere: Bool { true }

    package func credentials(_ ids: [String]) async throws -> [String: VCMeta] {
        try await database.read { rows in
            var found: [String: VCMeta] = [:]
            for id in ids { found[id] = try LedgerReading.meta(of: id, in: rows) }
            return found
        }
    }

    package func standing(ofCredential id: String) async throws -> CredentialStanding? {
        guard let record = try await database.read({ rows in try rows.metaBytes(ofCredential: id, for: .read) }) else {
            return nil
        }
        if let known = standings.standing(of: id, record: record) { return known }
        let standing = CredentialStanding(try JSONModelDecoder().decode(VCMeta.self, from: record))
        standings.remember(standing, of: id, record: record)
        return standing
    }

    package func statuses(of dids: [String]) async throws -> [String: DIDStatus] {
        try await database.read { rows in
            var found: [String: DIDStatus] = [:]
            for did in dids { found[did] = try rows.didHead(did, for: .read)?.status }
            return found
        }
    }

    package func uses(ofDevices dids: [String]) async throws -> [String: DeviceUse] {
        try await database.read { rows in
            var found: [String: DeviceUse] = [:]
            for did in dids { found[did] = try rows.use(ofDevice: did) }
            return found
        }
    }

    /// Returns a version of a DID's document with the DID's current status. If no version is given, returns the newest one.
    package func resolve(_ did: String, versionId: String?) async throws -> ResolvedDID? {
        let cached = memory.entry(of: did)
        let found = try await database.read { rows -> (DIDHead, [UInt8]?)? in
            guard let head = try rows.didHead(did, for: .read) else { return nil }
            let version = versionId ?? head.newest
            if let cached, cached.revision == head.revision, cached.documents[version] != nil { return (head, nil) }
            guard let bytes = try rows.document(version, of: did) else { return nil }
            return (head, bytes)
        }
        guard let (head, bytes) = found else { return nil }
        let version = versionId ?? head.newest
        let document: DIDDocument
        if let bytes {
            document = try JSONModelDecoder().decode(DIDDocument.self, from: bytes)
            memory.remember(
                document, of: bytes.count, version: version, of: did, revision: head.revision, newest: head.newest)
        } else if let known = cached?.documents[version] {
            document = known
        } else {
            return nil
        }
        return ResolvedDID(document: document, status: head.status, terminated: head.terminated)
    }

    /// The answer to a server of another process that requests a DID document.
    struct Record: Sendable {
        let head: DIDHead
        /// The requested version.
        let version: String
        /// The bytes of the document, or `nil` if the client has cached this document already.
        let document: [UInt8]?
    }

    /// Returns a version of a DID's document for a server of another process.
    /// - Parameter known: the revision of the document that the client has cached.
    func record(of did: String, versionId: String?, known: Int64?) async throws -> Record? {
        try await database.read { rows in
            guard let head = try rows.didHead(did, for: .read) else { return nil }
            let version = versionId ?? head.newest
            if known == head.revision { return Record(head: head, version: version, document: nil) }
            guard let bytes = try rows.document(version, of: did) else { return nil }
            return Record(head: head, version: version, document: bytes)
        }
    }

    /// The size of the cached DID documents in bytes of JSON, for tests.
    var cachedBytes: Int { memory.bytes }
}
