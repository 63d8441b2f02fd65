import HeraldPostgres
import OpenDIDServices

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
