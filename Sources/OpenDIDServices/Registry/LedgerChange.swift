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

/// A change of the registry (OpenDID sheet 3.1, 3.6). It is applied inside a transaction of the database, which may also contain the
/// writes of a protocol step.
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
    package func apply(in rows: any ServiceRows) throws {
        switch self {
        case .enterDocument(let admitted, let now): try Self.enter(admitted, at: now, in: rows)
        case .setDIDStatus(let did, let status, let now): try Self.set(status, of: did, at: now, in: rows)
        case .enterCredential(let meta, let now): try Self.enter(meta, at: now, in: rows)
        case .setCredentialStatus(let id, let status, let now):
            try Self.set(status, ofCredential: id, at: now, in: rows)
        }
    }

    private static func enter(_ admitted: AdmittedDocument, at now: UTCInstant, in rows: any ServiceRows) throws {
        let document = admitted.document
        guard let current = try LedgerReading.newest(of: document.id, for: .change, in: rows) else {
            do {
                try document.validate(.registration)
            } catch {
                throw RegistryError(.document, field: error.field, reason: error.reason)
            }
            try rows.insertDID(document.id, role: admitted.role, newest: document.versionId, at: now)
            try rows.logStatus(DIDStatus.activated.rawValue, of: document.id, .did, at: now)
            return try rows.insertDocument(admitted.bytes, version: document.versionId, of: document.id, at: now)
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
        try rows.setNewestVersion(document.versionId, of: document.id)
        try rows.insertDocument(admitted.bytes, version: document.versionId, of: document.id, at: now)
    }

    private static func set(_ status: DIDStatus, of did: String, at now: UTCInstant, in rows: any ServiceRows) throws {
        guard let current = try LedgerReading.newest(of: did, for: .change, in: rows) else {
            throw RegistryError(.unknown, field: "did", reason: "the DID is not registered")
        }
        guard current.status != status else { return }
        guard current.status.canBecome(status) else {
            throw RegistryError(
                .transition, field: "status",
                reason: "a DID that is \(current.status.rawValue) cannot become \(status.rawValue)")
        }
        try rows.setDIDStatus(status, of: did, terminated: status == .terminated ? now : nil)
        // Activation and deactivation also change the member `deactivated` of the document. The version of the document stays the same
        // (OpenDID sheet 3.1).
        if status == .activated || status == .deactivated {
            let document = current.document.with(deactivated: status == .deactivated)
            try rows.replaceDocument(try document.canonicalBytes(), version: document.versionId, of: did)
        }
        try rows.logStatus(status.rawValue, of: did, .did, at: now)
    }

    private static func enter(_ meta: VCMeta, at now: UTCInstant, in rows: any ServiceRows) throws {
        let bytes = try meta.canonicalBytes()
        if let known = try LedgerReading.meta(of: meta.id, for: .change, in: rows) {
            guard try known.canonicalBytes() == bytes else {
                throw RegistryError(.duplicate, field: "id", reason: "the credential is registered already")
            }
            return
        }
        try rows.insertMeta(meta, bytes: bytes)
        try rows.logStatus(meta.status.rawValue, of: meta.id, .credential, at: now)
    }

    private static func set(
        _ status: VCStatusEnum, ofCredential id: String, at now: UTCInstant, in rows: any ServiceRows
    ) throws {
        guard var meta = try LedgerReading.meta(of: id, for: .change, in: rows) else {
            throw RegistryError(.unknown, field: "vcId", reason: "the credential is not registered")
        }
        guard meta.status != status else { return }
        do {
            try meta.setStatus(status)
        } catch {
            throw RegistryError(.transition, field: error.field, reason: error.reason)
        }
        try rows.replaceMeta(meta, bytes: try meta.canonicalBytes())
        try rows.logStatus(status.rawValue, of: id, .credential, at: now)
    }
}
