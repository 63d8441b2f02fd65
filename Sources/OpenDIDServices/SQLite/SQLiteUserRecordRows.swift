import Foundation
import GRDB
import OpenDID_DataModel

extension SQLiteRows {
    package func userRecord(_ did: String, for purpose: RowPurpose) throws -> UserRecord? {
        try Row.fetchOne(
            db.cachedStatement(sql: "SELECT \(UserRecord.columns) FROM tas_user WHERE did = ?"), arguments: [did]
        )
        .flatMap(UserRecord.init)
    }

    package func userRecords(ofPerson index: String, for purpose: RowPurpose) throws -> [UserRecord] {
        try Row.fetchAll(
            db, sql: "SELECT \(UserRecord.columns) FROM tas_user WHERE kyc_index = ? ORDER BY registered_at DESC, did",
            arguments: [index]
        )
        .compactMap(UserRecord.init)
    }

    package func hasRegistered(_ count: Int, ofPerson index: String, since moment: UTCInstant) throws -> Bool {
        try Int.fetchOne(
            db.cachedStatement(
                sql: "SELECT 1 FROM tas_user WHERE kyc_index = ? AND registered_at > ? LIMIT 1 OFFSET ?"),
            arguments: [index, moment.seconds, count - 1]) != nil
    }

    package func insert(_ user: UserRecord, ofPerson index: String, at now: UTCInstant) throws {
        try db.executeCached(
            sql: """
                INSERT INTO tas_user (did, wallet_id, app_id, kyc_index, pii, status, registered_at, sealed_push_token)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                user.did, user.walletID, user.appID, index, Data(user.sealedPII), user.status.rawValue, now.seconds,
                user.sealedPushToken.map { Data($0) },
            ])
    }

    package func setStatus(
        _ status: UserRecord.Status, ofUser did: String, expecting expected: UserRecord.Status
    ) throws -> Bool {
        try db.executeCached(
            sql: "UPDATE tas_user SET status = ? WHERE did = ? AND status = ?",
            arguments: [status.rawValue, did, expected.rawValue])
        return db.changesCount == 1
    }

    package func setPushToken(_ sealed: [UInt8]?, ofUser did: String) throws {
        try db.executeCached(
            sql: "UPDATE tas_user SET sealed_push_token = ? WHERE did = ?",
            arguments: [sealed.map { Data($0) }, did])
    }
}

extension UserRecord {
    fileprivate static let columns = "did, wallet_id, app_id, pii, status, sealed_push_token"

    /// Returns `nil` for a user with a status that this version of Herald does not know.
    fileprivate init?(_ row: Row) {
        guard let status = Status(rawValue: row["status"]) else { return nil }
        let (pii, push): (Data, Data?) = (row["pii"], row["sealed_push_token"])
        self.init(
            did: row["did"], walletID: row["wallet_id"], appID: row["app_id"], sealedPII: [UInt8](pii), status: status,
            sealedPushToken: push.map { [UInt8]($0) })
    }
}
