import Foundation
import GRDB
import OpenDID_DataModel

/// The row of an issued credential, which names its holder and its plan. The credential itself is not stored.
///
/// The SQL statements name the index to use. Otherwise SQLite chooses another index and reads all credentials that a person ever had.
struct CredentialRow: Sendable, Hashable {
    let vcID: String
    let planID: String
    let userID: String
    /// The holder's DID.
    let subject: String

    static func find(_ vcID: String, in db: any ServiceRows) throws -> CredentialRow? {
        try Row.fetchOne(
            db.cachedStatement(sql: "SELECT vc_id, plan_id, user_id, subject FROM issuer_credential WHERE vc_id = ?"),
            arguments: [vcID]
        )
        .map(CredentialRow.init)
    }

    /// Returns the IDs of a person's credentials under a plan. Only credentials with this subject are returned. Credentials that are known
    /// to be revoked are left out.
    static func ids(ofUser userID: String, plan planID: String, subject: String, in db: any ServiceRows) throws -> [String] {
        try String.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT vc_id FROM issuer_credential INDEXED BY issuer_credential_current
                    WHERE user_id = ? AND subject = ? AND plan_id = ? AND ended = 0 ORDER BY issued_at, vc_id
                    """),
            arguments: [userID, subject, planID])
    }

    /// Returns the credentials that a person has under DIDs other than `subject`. Credentials that are known to be revoked are left out.
    static func others(ofUser userID: String, than subject: String, in db: any ServiceRows) throws -> [CredentialRow] {
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

    /// True if at least this number of credentials was issued to a person since a point in time.
    static func hasIssued(_ count: Int, to userID: String, since moment: UTCInstant, in db: any ServiceRows) throws -> Bool {
        try Int.fetchOne(
            db.cachedStatement(
                sql: "SELECT 1 FROM issuer_credential WHERE user_id = ? AND issued_at > ? LIMIT 1 OFFSET ?"),
            arguments: [userID, moment.seconds, count - 1]) != nil
    }

    /// Records that a credential is revoked. A revoked credential never becomes valid again.
    static func end(_ vcID: String, in db: any ServiceRows) throws {
        try db.executeCached(sql: "UPDATE issuer_credential SET ended = 1 WHERE vc_id = ?", arguments: [vcID])
    }

    /// Records that a new credential has replaced this credential. The replaced credential must therefore be revoked.
    static func replace(_ vcID: String, in db: any ServiceRows) throws {
        try db.executeCached(sql: "UPDATE issuer_credential SET replaced = 1 WHERE vc_id = ?", arguments: [vcID])
    }

    /// Returns credentials that were replaced and are not yet known to be revoked.
    static func replaced(limit: Int, in db: any ServiceRows) throws -> [String] {
        try String.fetchAll(
            db.cachedStatement(
                sql: "SELECT vc_id FROM issuer_credential WHERE replaced = 1 AND ended = 0 ORDER BY vc_id LIMIT ?"),
            arguments: [limit])
    }

    static func insert(
        _ credential: VerifiableCredential, txID: String, planID: String, userID: String, now: UTCInstant,
        in db: any ServiceRows
    ) throws {
        try db.executeCached(
            sql:
                "INSERT INTO issuer_credential (vc_id, tx_id, plan_id, user_id, subject, issued_at) VALUES (?, ?, ?, ?, ?, ?)",
            arguments: [credential.id, txID, planID, userID, credential.credentialSubject.id, now.seconds])
    }

    private init(_ row: Row) {
        (vcID, planID, userID, subject) = (row["vc_id"], row["plan_id"], row["user_id"], row["subject"])
    }
}

/// The holder's signed request to revoke a credential, stored as evidence (OpenDID sheet 5.9).
enum RevocationRow {
    static func insert(vcID: String, txID: String, request: [UInt8], now: UTCInstant, in db: any ServiceRows) throws {
        try db.executeCached(
            sql: "INSERT OR REPLACE INTO issuer_revocation (vc_id, tx_id, request, revoked_at) VALUES (?, ?, ?, ?)",
            arguments: [vcID, txID, Data(request), now.seconds])
    }

    /// Returns the request to revoke a credential, as it was received.
    static func request(of vcID: String, in db: any ServiceRows) throws -> [UInt8]? {
        try Data.fetchOne(
            db.cachedStatement(sql: "SELECT request FROM issuer_revocation WHERE vc_id = ?"), arguments: [vcID]
        ).map { [UInt8]($0) }
    }
}
