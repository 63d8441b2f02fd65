import HeraldPostgres
import OpenDIDServices
import OpenDID_DataModel

extension PostgresRows {
    func userRecord(_ did: String, for purpose: RowPurpose) throws -> UserRecord? {
        let sql = "SELECT \(UserRecord.columns) FROM tas_user WHERE did = $1"
        return try transaction.first(purpose == .change ? sql + " FOR UPDATE" : sql, [did]).flatMap(UserRecord.init)
    }

    func userRecords(ofPerson index: String, for purpose: RowPurpose) throws -> [UserRecord] {
        // The order is also that of the locks, so two writes for a person never wait for each other.
        let sql = "SELECT \(UserRecord.columns) FROM tas_user WHERE kyc_index = $1 ORDER BY registered_at DESC, did"
        return try transaction.rows(purpose == .change ? sql + " FOR UPDATE" : sql, [index])
            .compactMap(UserRecord.init)
    }

    // If two writes register the same person at once, the later one runs again and sees the first. A lock would not save the repetition,
    // because a serializable transaction keeps its old snapshot.
    func hasRegistered(_ count: Int, ofPerson index: String, since moment: UTCInstant) throws -> Bool {
        try transaction.first(
            "SELECT 1 FROM tas_user WHERE kyc_index = $1 AND registered_at > $2 LIMIT 1 OFFSET $3",
            [index, moment.seconds, count - 1]) != nil
    }

    func insert(_ user: UserRecord, ofPerson index: String, at now: UTCInstant) throws {
        try transaction.execute(
            """
            INSERT INTO tas_user (did, wallet_id, app_id, kyc_index, pii, status, registered_at, sealed_push_token)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
            """,
            [
                user.did, user.walletID, user.appID, index, user.sealedPII, user.status.rawValue, now.seconds,
                user.sealedPushToken,
            ])
    }

    func setStatus(
        _ status: UserRecord.Status, ofUser did: String, expecting expected: UserRecord.Status
    ) throws -> Bool {
        try transaction.execute(
            "UPDATE tas_user SET status = $1 WHERE did = $2 AND status = $3",
            [status.rawValue, did, expected.rawValue]
        ).changes == 1
    }

    func setPushToken(_ sealed: [UInt8]?, ofUser did: String) throws {
        try transaction.execute("UPDATE tas_user SET sealed_push_token = $1 WHERE did = $2", [sealed, did])
    }
}

extension UserRecord {
    fileprivate static let columns = "did, wallet_id, app_id, pii, status, sealed_push_token"

    /// Returns `nil` for a user with a status that this version of Herald does not know.
    fileprivate init?(_ row: PostgresRow) throws {
        guard let status = Status(rawValue: try row.get(4)) else { return nil }
        self.init(
            did: try row.get(0), walletID: try row.get(1), appID: try row.get(2), sealedPII: try row.get(3),
            status: status, sealedPushToken: try row.get(5))
    }
}
