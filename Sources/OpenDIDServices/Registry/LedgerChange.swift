import GRDB
import OpenDID_DataModel

/// A DID document that the registry has checked together with the trust agent's signature. Only ``Registry/admit(_:role:)`` creates a
/// value.
package struct AdmittedDocument: Sendable, Hashable {
    package let document: DIDDocument
    package let role: RoleTypeEnum
    let bytes: [UInt8]

    init(document: DIDDocument, role: RoleTypeEnum, bytes: [UInt8]) {
        self.document = document
        self.role = role
        self.bytes = bytes
    }
}

/// A change of the registry (OpenDID sheet 3.1, 3.6). It is applied inside a SQLite transaction, which may also contain the writes of a
/// protocol step.
///
/// When a change is applied, it checks the registry's rules. Applying the same change again succeeds, so that a step that is repeated after
/// a crash does not fail because of its own earlier work.
package enum LedgerChange: Sendable, Hashable {
    /// Registers a DID, or adds the next version of its document.
    case enterDocument(AdmittedDocument, at: UTCInstant)
    /// Changes the status of a DID.
    case setDIDStatus(did: String, DIDStatus, at: UTCInstant)
    /// Registers a new credential.
    case enterCredential(VCMeta, at: UTCInstant)
    /// Changes the status of a credential.
    case setCredentialStatus(id: String, VCStatusEnum, at: UTCInstant)

    /// Applies the change.
    /// - Throws: ``RegistryError`` if a rule of the registry forbids the change, and the database's errors.
    package func apply(in db: any ServiceRows) throws {
        switch self {
        case .enterDocument(let admitted, let now): try Self.enter(admitted, at: now, in: db)
        case .setDIDStatus(let did, let status, let now): try Self.set(status, of: did, at: now, in: db)
        case .enterCredential(let meta, let now): try Self.enter(meta, at: now, in: db)
        case .setCredentialStatus(let id, let status, let now): try Self.set(status, ofCredential: id, at: now, in: db)
        }
    }

    private static func enter(_ admitted: AdmittedDocument, at now: UTCInstant, in db: any ServiceRows) throws {
        let document = admitted.document
        guard let current = try LedgerReading.newest(of: document.id, in: db) else {
            do {
                try document.validate(.registration)
            } catch {
                throw RegistryError(.document, field: error.field, reason: error.reason)
            }
            try LedgerWriting.insert(admitted, .activated, at: now, in: db)
            try LedgerWriting.log("did", document.id, DIDStatus.activated.rawValue, at: now, in: db)
            return try LedgerWriting.insertVersion(admitted, at: now, in: db)
        }
        if try current.document.versionId == document.versionId && current.document.canonicalBytes() == admitted.bytes {
            return
        }
        if document.versionId == "1" {
            throw RegistryError(.duplicate, field: "id", reason: "the DID is registered already")
        }
        guard current.status == .activated else {
            throw RegistryError(
                .transition, field: "status", reason: "a DID that is \(current.status.rawValue) gets no new version")
        }
        do {
            try document.checkUpdate(of: current.document)
            try document.validate()
        } catch {
            throw RegistryError(.update, field: error.field, reason: error.reason)
        }
        try LedgerWriting.setNewest(document.versionId, of: document.id, in: db)
        try LedgerWriting.insertVersion(admitted, at: now, in: db)
    }

    private static func set(_ status: DIDStatus, of did: String, at now: UTCInstant, in db: any ServiceRows) throws {
        guard let current = try LedgerReading.newest(of: did, in: db) else {
            throw RegistryError(.unknown, field: "did", reason: "the DID is not registered")
        }
        guard current.status != status else { return }
        guard current.status.canBecome(status) else {
            throw RegistryError(
                .transition, field: "status",
                reason: "a DID that is \(current.status.rawValue) cannot become \(status.rawValue)")
        }
        try LedgerWriting.set(status, of: did, at: now, in: db)
        // Activation and deactivation also change the member `deactivated` of the document. The version of the document stays the same
        // (OpenDID sheet 3.1).
        if status == .activated || status == .deactivated {
            let document = current.document.with(deactivated: status == .deactivated)
            try LedgerWriting.replaceVersion(document, of: did, in: db)
        }
        try LedgerWriting.log("did", did, status.rawValue, at: now, in: db)
    }

    private static func enter(_ meta: VCMeta, at now: UTCInstant, in db: any ServiceRows) throws {
        let bytes = try meta.canonicalBytes()
        if let known = try LedgerReading.meta(of: meta.id, in: db) {
            guard try known.canonicalBytes() == bytes else {
                throw RegistryError(.duplicate, field: "id", reason: "the credential is registered already")
            }
            return
        }
        try LedgerWriting.insert(meta, bytes, in: db)
        try LedgerWriting.log("credential", meta.id, meta.status.rawValue, at: now, in: db)
    }

    private static func set(_ status: VCStatusEnum, ofCredential id: String, at now: UTCInstant, in db: any ServiceRows) throws
    {
        guard var meta = try LedgerReading.meta(of: id, in: db) else {
            throw RegistryError(.unknown, field: "vcId", reason: "the credential is not registered")
        }
        guard meta.status != status else { return }
        do {
            try meta.setStatus(status)
        } catch {
            throw RegistryError(.transition, field: error.field, reason: error.reason)
        }
        try LedgerWriting.update(meta, in: db)
        try LedgerWriting.log("credential", id, status.rawValue, at: now, in: db)
    }
}
