import Foundation
import GRDB
import OpenDID_DataModel

/// The SQL statements name the index to use. Otherwise SQLite chooses another index and reads all credentials that a person ever had.
extension SQLiteRows {
    package func issuedCredential(_ vcID: String) throws -> CredentialRow? {
        try Row.fetchOne(
            db.cachedStatement(sql: "SELECT vc_id, plan_id, user_id, subject FROM issuer_credential WHERE vc_id = ?"),
            arguments: [vcID]
        )
        .map(CredentialRow.init)
    }

    package func currentCredentials(ofUser userID: String, plan planID: String, subject: String) throws -> [String] {
        try String.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT vc_id FROM issuer_credential INDEXED BY issuer_credential_current
                    WHERE user_id = ? AND subject = ? AND plan_id = ? AND ended = 0 ORDER BY issued_at, vc_id
                    """),
            arguments: [userID, subject, planID])
    }

    package func currentCredentials(ofUser userID: String, notOf subject: String) throws -> [CredentialRow] {
        try Row.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT vc_id, plan_id, user_id, subject FROM issuer_credential INDEXED BY issuer_credential_current
                    WHERE user_id = ? AND subject <> ? AND ended = 0
                    """),
            arguments: [userID, subject]
        )
        .map(CredentialRow.init)
    }

    package func hasIssued(_ count: Int, to userID: String, since moment: UTCInstant) throws -> Bool {
        try Int.fetchOne(
            db.cachedStatement(
                sql: "SELECT 1 FROM issuer_credential WHERE user_id = ? AND issued_at > ? LIMIT 1 OFFSET ?"),
            arguments: [userID, moment.seconds, count - 1]) != nil
    }

    package func endCredential(_ vcID: String) throws {
        try db.executeCached(sql: "UPDATE issuer_credential SET ended = 1 WHERE vc_id = ?", arguments: [vcID])
    }

    package func replaceCredential(_ vcID: String) throws {
        try db.executeCached(sql: "UPDATE issuer_credential SET replaced = 1 WHERE vc_id = ?", arguments: [vcID])
    }

    package func replacedCredentials(limit: Int) throws -> [String] {
        try String.fetchAll(
            db.cachedStatement(
                sql: "SELECT vc_id FROM issuer_credential WHERE replaced = 1 AND ended = 0 ORDER BY vc_id LIMIT ?"),
            arguments: [limit])
    }

    package func insertCredential(_ credential: CredentialRow, txID: String, issuedAt: UTCInstant) throws {
        try db.executeCached(
            sql:
                "INSERT INTO issuer_credential (vc_id, tx_id, plan_id, user_id, subject, issued_at) VALUES (?, ?, ?, ?, ?, ?)",
            arguments: [
                credential.vcID, txID, credential.planID, credential.userID, credential.subject, issuedAt.seconds,
            ])
    }

    package func moveCredentials(ofUser userID: String, to newID: String) throws {
        try db.executeCached(
            sql: "UPDATE issuer_credential SET user_id = ? WHERE user_id = ?", arguments: [newID, userID])
    }
}

extension SQLiteRows {
    package func saveRevocation(of vcID: String, txID: String, request: [UInt8], at now: UTCInstant) throws {
        try db.executeCached(
            sql: "INSERT OR REPLACE INTO issuer_revocation (vc_id, tx_id, request, revoked_at) VALUES (?, ?, ?, ?)",
            arguments: [vcID, txID, Data(request), now.seconds])
    }

    package func revocationRequest(of vcID: String) throws -> [UInt8]? {
        try Data.fetchOne(
            db.cachedStatement(sql: "SELECT request FROM issuer_revocation WHERE vc_id = ?"), arguments: [vcID]
        ).map { [UInt8]($0) }
    }
}

extension CredentialRow {
    fileprivate init(_ row: Row) {
        self.init(vcID: row["vc_id"], planID: row["plan_id"], userID: row["user_id"], subject: row["subject"])
    }
}
