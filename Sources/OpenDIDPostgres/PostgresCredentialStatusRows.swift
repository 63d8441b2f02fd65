import HeraldPostgres
import OpenDIDServices
import OpenDID_DataModel

extension PostgresRows {
    func metaBytes(ofCredential id: String, for purpose: RowPurpose) throws -> [UInt8]? {
        try transaction.first("SELECT meta FROM ledger_credential WHERE id = $1\(purpose.lock)", [id])
            .map { try $0.get(0) }
    }

    func insertMeta(_ meta: VCMeta, bytes: [UInt8]) throws {
        try transaction.execute(
            "INSERT INTO ledger_credential (id, issuer, subject, status, meta) VALUES ($1, $2, $3, $4, $5)",
            [meta.id, meta.issuer.did, meta.subject, meta.status.rawValue, bytes])
    }

    func replaceMeta(_ meta: VCMeta, bytes: [UInt8]) throws {
        try transaction.execute(
            "UPDATE ledger_credential SET status = $1, meta = $2 WHERE id = $3",
            [meta.status.rawValue, bytes, meta.id])
    }

    func logStatus(_ status: String, of subject: String, _ kind: StatusSubject, at now: UTCInstant) throws {
        try transaction.execute(
            "INSERT INTO ledger_status_change (kind, subject, status, at) VALUES ($1, $2, $3, $4)",
            [kind.rawValue, subject, status, now.seconds])
    }
}
