import Foundation
import GRDB
import OpenDID_DataModel

/// A credential that this issuer made: for whom, under which plan. The credential itself is not kept.
struct CredentialRow: Sendable, Hashable {
    let vcID: String
    let planID: String
    let userID: String
    /// The holder's DID.
    let subject: String

    static func find(_ vcID: String, in db: Database) throws -> CredentialRow? {
        try Row.fetchOne(
            db.cachedStatement(sql: "SELECT vc_id, plan_id, user_id, subject FROM issuer_credential WHERE vc_id = ?"), arguments: [vcID])
            .map(CredentialRow.init)
    }

    /// The ids of a person's credentials under a plan that are about one DID, without those that are known to have ended.
    static func ids(ofUser userID: String, plan planID: String, subject: String, in db: Database) throws -> [String] {
        try String.fetchAll(
            db.cachedStatement(sql: """
                SELECT vc_id FROM issuer_credential
                WHERE user_id = ? AND subject = ? AND plan_id = ? AND ended = 0 ORDER BY issued_at, vc_id
                """),
            arguments: [userID, subject, planID])
    }

    /// A person's credentials that are about other DIDs than this one, without those that are known to have ended.
    static func others(ofUser userID: String, than subject: String, in db: Database) throws -> [CredentialRow] {
        try Row.fetchAll(
            db.cachedStatement(sql: "SELECT vc_id, plan_id, user_id, subject FROM issuer_credential WHERE user_id = ? AND subject <> ? AND ended = 0"),
            arguments: [userID, subject])
            .map(CredentialRow.init)
    }

    /// Says whether a person was issued so many credentials, or more, since a moment.
    static func hasIssued(_ count: Int, to userID: String, since moment: UTCInstant, in db: Database) throws -> Bool {
        try Int.fetchOne(
            db.cachedStatement(sql: "SELECT 1 FROM issuer_credential WHERE user_id = ? AND issued_at > ? LIMIT 1 OFFSET ?"),
            arguments: [userID, moment.seconds, count - 1]) != nil
    }

    /// Remembers that a credential is revoked, which is for good.
    static func end(_ vcID: String, in db: Database) throws {
        try db.executeCached(sql: "UPDATE issuer_credential SET ended = 1 WHERE vc_id = ?", arguments: [vcID])
    }

    /// Notes that another credential stands in its place, so that it is to be revoked.
    static func replace(_ vcID: String, in db: Database) throws {
        try db.executeCached(sql: "UPDATE issuer_credential SET replaced = 1 WHERE vc_id = ?", arguments: [vcID])
    }

    /// So many credentials in whose place another one stands, without those that are known to have ended.
    static func replaced(limit: Int, in db: Database) throws -> [String] {
        try String.fetchAll(
            db.cachedStatement(sql: "SELECT vc_id FROM issuer_credential WHERE replaced = 1 AND ended = 0 ORDER BY vc_id LIMIT ?"),
            arguments: [limit])
    }

    static func insert(
        _ credential: VerifiableCredential, txID: String, planID: String, userID: String, now: UTCInstant, in db: Database
    ) throws {
        try db.executeCached(
            sql: "INSERT INTO issuer_credential (vc_id, tx_id, plan_id, user_id, subject, issued_at) VALUES (?, ?, ?, ?, ?, ?)",
            arguments: [credential.id, txID, planID, userID, credential.credentialSubject.id, now.seconds])
    }

    private init(_ row: Row) {
        (vcID, planID, userID, subject) = (row["vc_id"], row["plan_id"], row["user_id"], row["subject"])
    }
}
