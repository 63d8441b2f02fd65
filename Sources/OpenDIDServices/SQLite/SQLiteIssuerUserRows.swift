import Foundation
import GRDB

extension SQLiteRows {
    package func issuerUser(piiIndex: String) throws -> SealedUser? {
        try Row.fetchOne(
            db.cachedStatement(sql: "SELECT user_id, pii_index, did, record FROM issuer_user WHERE pii_index = ?"),
            arguments: [piiIndex]
        )
        .map(SealedUser.init)
    }

    package func issuerUser(did: String) throws -> SealedUser? {
        try Row.fetchOne(
            db.cachedStatement(sql: "SELECT user_id, pii_index, did, record FROM issuer_user WHERE did = ?"),
            arguments: [did]
        )
        .map(SealedUser.init)
    }

    package func saveIssuerUser(_ user: SealedUser) throws {
        try db.executeCached(
            sql: """
                INSERT INTO issuer_user (user_id, pii_index, did, record) VALUES (?, ?, ?, ?)
                ON CONFLICT (user_id) DO UPDATE SET pii_index = excluded.pii_index, did = excluded.did, record = excluded.record
                """,
            arguments: [user.userID, user.piiIndex, user.did, Data(user.record)])
    }

    package func deleteIssuerUser(_ userID: String) throws {
        try db.executeCached(sql: "DELETE FROM issuer_user WHERE user_id = ?", arguments: [userID])
    }
}

extension SealedUser {
    fileprivate init(_ row: Row) {
        let record: Data = row["record"]
        self.init(
            userID: row["user_id"], piiIndex: row["pii_index"], did: row["did"], record: [UInt8](record))
    }
}
