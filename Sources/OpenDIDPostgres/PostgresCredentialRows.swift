import HeraldPostgres
import OpenDIDServices
import OpenDID_DataModel

extension PostgresRows {
    func issuedCredential(_ vcID: String) throws -> CredentialRow? {
        try transaction.first(
            "SELECT vc_id, plan_id, user_id, subject FROM issuer_credential WHERE vc_id = $1", [vcID]
        )
        .map(CredentialRow.init)
    }

    func currentCredentials(ofUser userID: String, plan planID: String, subject: String) throws -> [String] {
        try transaction.rows(
            """
            SELECT vc_id FROM issuer_credential
            WHERE user_id = $1 AND subject = $2 AND plan_id = $3 AND NOT ended ORDER BY issued_at, vc_id
            """,
            [userID, subject, planID]
        )
        .map { try $0.get(0) }
    }

    func currentCredentials(ofUser userID: String, notOf subject: String) throws -> [CredentialRow] {
        try transaction.rows(
            """
            SELECT vc_id, plan_id, user_id, subject FROM issuer_credential
            WHERE user_id = $1 AND subject <> $2 AND NOT ended
            """,
            [userID, subject]
        )
        .map(CredentialRow.init)
    }

    func hasIssued(_ count: Int, to userID: String, since moment: UTCInstant) throws -> Bool {
        try transaction.first(
            "SELECT 1 FROM issuer_credential WHERE user_id = $1 AND issued_at > $2 LIMIT 1 OFFSET $3",
            // SQLite takes a negative offset as none, and PostgreSQL refuses it.
            [userID, moment.seconds, max(count - 1, 0)]) != nil
    }

    func endCredential(_ vcID: String) throws {
        try transaction.execute("UPDATE issuer_credential SET ended = true WHERE vc_id = $1", [vcID])
    }

    func replaceCredential(_ vcID: String) throws {
        try transaction.execute("UPDATE issuer_credential SET replaced = true WHERE vc_id = $1", [vcID])
    }

    func replacedCredentials(limit: Int) throws -> [String] {
        try transaction.rows(
            "SELECT vc_id FROM issuer_credential WHERE replaced AND NOT ended ORDER BY vc_id LIMIT $1", [limit]
        )
        .map { try $0.get(0) }
    }

    func insertCredential(_ credential: CredentialRow, txID: String, issuedAt: UTCInstant) throws {
        try transaction.execute(
            """
            INSERT INTO issuer_credential (vc_id, tx_id, plan_id, user_id, subject, issued_at)
            VALUES ($1, $2, $3, $4, $5, $6)
            """,
            [credential.vcID, txID, credential.planID, credential.userID, credential.subject, issuedAt.seconds])
    }

    func moveCredentials(ofUser userID: String, to newID: String) throws {
        try transaction.execute(
            "UPDATE issuer_credential SET user_id = $1 WHERE user_id = $2", [newID, userID])
    }
}

extension PostgresRows {
    func saveRevocation(of vcID: String, txID: String, request: [UInt8], at now: UTCInstant) throws {
        try transaction.execute(
            """
            INSERT INTO issuer_revocation (vc_id, tx_id, request, revoked_at) VALUES ($1, $2, $3, $4)
            ON CONFLICT (vc_id) DO UPDATE
            SET tx_id = excluded.tx_id, request = excluded.request, revoked_at = excluded.revoked_at
            """,
            [vcID, txID, request, now.seconds])
    }

    func revocationRequest(of vcID: String) throws -> [UInt8]? {
        try transaction.first("SELECT request FROM issuer_revocation WHERE vc_id = $1", [vcID])?.get(0)
    }
}

extension CredentialRow {
    fileprivate init(_ row: PostgresRow) throws {
        self.init(vcID: try row.get(0), planID: try row.get(1), userID: try row.get(2), subject: try row.get(3))
    }
}
