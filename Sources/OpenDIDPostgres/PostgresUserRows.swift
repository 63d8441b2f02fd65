import HeraldPostgres
import OpenDIDServices

extension PostgresRows {
    func issuerUser(piiIndex: String) throws -> SealedUser? {
        try transaction.first(
            "SELECT user_id, pii_index, did, record FROM issuer_user WHERE pii_index = $1", [piiIndex]
        )
        .map(SealedUser.init)
    }

    func issuerUser(did: String) throws -> SealedUser? {
        try transaction.first("SELECT user_id, pii_index, did, record FROM issuer_user WHERE did = $1", [did])
            .map(SealedUser.init)
    }

    func saveIssuerUser(_ user: SealedUser) throws {
        try transaction.execute(
            """
            INSERT INTO issuer_user (user_id, pii_index, did, record) VALUES ($1, $2, $3, $4)
            ON CONFLICT (user_id) DO UPDATE SET pii_index = excluded.pii_index, did = excluded.did, record = excluded.record
            """,
            [user.userID, user.piiIndex, user.did, user.record])
    }

    func deleteIssuerUser(_ userID: String) throws {
        try transaction.execute("DELETE FROM issuer_user WHERE user_id = $1", [userID])
    }
}

extension SealedUser {
    fileprivate init(_ row: PostgresRow) throws {
        self.init(userID: try row.get(0), piiIndex: try row.get(1), did: try row.get(2), record: try row.get(3))
    }
}

extension PostgresRows {
    func appUserData(_ user: String) throws -> [UInt8]? {
        try transaction.first("SELECT pii FROM cas_user WHERE user_index = $1", [user])?.get(0)
    }

    func saveAppUserData(_ data: [UInt8], of user: String) throws {
        try transaction.execute(
            """
            INSERT INTO cas_user (user_index, pii) VALUES ($1, $2) ON CONFLICT (user_index) DO UPDATE SET pii = excluded.pii
            """,
            [user, data])
    }
}
