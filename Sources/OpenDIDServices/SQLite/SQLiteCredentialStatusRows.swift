import Foundation
import GRDB
import OpenDID_DataModel

extension SQLiteRows {
    package func metaBytes(ofCredential id: String, for purpose: RowPurpose) throws -> [UInt8]? {
        let statement = try db.cachedStatement(sql: "SELECT meta FROM ledger_credential WHERE id = ?")
        return try Data.fetchOne(statement, arguments: [id]).map { [UInt8]($0) }
    }

    package func insertMeta(_ meta: VCMeta, bytes: [UInt8]) throws {
        try db.executeCached(
            sql: "INSERT INTO ledger_credential (id, issuer, subject, status, meta) VALUES (?, ?, ?, ?, ?)",
            arguments: [meta.id, meta.issuer.did, meta.subject, meta.status.rawValue, Data(bytes)])
    }

    package func replaceMeta(_ meta: VCMeta, bytes: [UInt8]) throws {
        try db.executeCached(
            sql: "UPDATE ledger_credential SET status = ?, meta = ? WHERE id = ?",
            arguments: [meta.status.rawValue, Data(bytes), meta.id])
    }

    package func logStatus(_ status: String, of subject: String, _ kind: StatusSubject, at now: UTCInstant) throws {
        try db.executeCached(
            sql: "INSERT INTO ledger_status_change (kind, subject, status, at) VALUES (?, ?, ?, ?)",
            arguments: [kind.rawValue, subject, status, now.seconds])
    }
}
