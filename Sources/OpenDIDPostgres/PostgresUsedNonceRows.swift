import HeraldPostgres
import OpenDIDServices
import OpenDID_DataModel

extension PostgresRows {
    func insert(_ nonce: UsedNonce) throws -> Bool {
        try transaction.execute(
            "INSERT INTO tas_nonce (digest, remembered_until) VALUES ($1, $2) ON CONFLICT (digest) DO NOTHING",
            [nonce.digest, nonce.until.seconds]
        ).changes == 1
    }

    func removeExpiredNonces(now: UTCInstant, limit: Int) throws -> Int {
        // Instances that delete at the same time skip each other's rows. As an array, the rows are selected only once.
        try transaction.execute(
            """
            DELETE FROM tas_nonce WHERE digest = ANY (ARRAY(
                SELECT digest FROM tas_nonce WHERE remembered_until < $1
                ORDER BY remembered_until LIMIT $2 FOR UPDATE SKIP LOCKED))
            """, [now.seconds, limit]
        ).changes
    }
}
