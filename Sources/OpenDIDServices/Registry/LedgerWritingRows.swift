import Foundation
import GRDB
import OpenDID_DataModel

/// Writes the registry's tables inside a SQLite transaction. ``LedgerChange`` checks the rules.
enum LedgerWriting {
    /// Enters a DID, without its document.
    static func insert(_ admitted: AdmittedDocument, _ status: DIDStatus, at now: UTCInstant, in db: any ServiceRows) throws {
        let document = admitted.document
        try db.executeCached(
            sql: "INSERT INTO ledger_did (did, role, status, newest, revision) VALUES (?, ?, ?, ?, ?)",
            // The first revision is the present time. A DID that is deleted and registered again therefore never gets a revision that is
            // still in a cache.
            arguments: [document.id, admitted.role.rawValue, status.rawValue, document.versionId, now.seconds])
    }

    /// Sets which version of a DID's document is the newest.
    static func setNewest(_ version: String, of did: String, in db: any ServiceRows) throws {
        try db.executeCached(
            sql: "UPDATE ledger_did SET newest = ?, revision = revision + 1 WHERE did = ?", arguments: [version, did])
    }

    /// Enters a version of a DID's document.
    static func insertVersion(_ admitted: AdmittedDocument, at now: UTCInstant, in db: any ServiceRows) throws {
        try db.executeCached(
            sql: "INSERT INTO ledger_did_version (did, version, document, entered) VALUES (?, ?, ?, ?)",
            arguments: [admitted.document.id, admitted.document.versionId, Data(admitted.bytes), now.seconds])
    }

    /// Sets the status of a DID.
    static func set(_ status: DIDStatus, of did: String, at now: UTCInstant, in db: any ServiceRows) throws {
        try db.executeCached(
            sql: "UPDATE ledger_did SET status = ?, terminated = ?, revision = revision + 1 WHERE did = ?",
            arguments: [status.rawValue, status == .terminated ? now.seconds : nil, did])
    }

    /// Replaces the document of a version.
    static func replaceVersion(_ document: DIDDocument, of did: String, in db: any ServiceRows) throws {
        try db.executeCached(
            sql: "UPDATE ledger_did_version SET document = ? WHERE did = ? AND version = ?",
            arguments: [Data(try document.canonicalBytes()), did, document.versionId])
    }

    /// Stores the record of a new credential.
    static func insert(_ meta: VCMeta, _ bytes: [UInt8], in db: any ServiceRows) throws {
        try db.executeCached(
            sql: "INSERT INTO ledger_credential (id, issuer, subject, status, meta) VALUES (?, ?, ?, ?, ?)",
            arguments: [meta.id, meta.issuer.did, meta.subject, meta.status.rawValue, Data(bytes)])
    }

    /// Replaces the record of a credential.
    static func update(_ meta: VCMeta, in db: any ServiceRows) throws {
        try db.executeCached(
            sql: "UPDATE ledger_credential SET status = ?, meta = ? WHERE id = ?",
            arguments: [meta.status.rawValue, Data(try meta.canonicalBytes()), meta.id])
    }

    /// Records that a status has changed.
    static func log(_ kind: String, _ subject: String, _ status: String, at now: UTCInstant, in db: any ServiceRows) throws {
        try db.executeCached(
            sql: "INSERT INTO ledger_status_change (kind, subject, status, at) VALUES (?, ?, ?, ?)",
            arguments: [kind, subject, status, now.seconds])
    }
}
