import HeraldPostgres
import OpenDIDServices
import OpenDID_DataModel

extension PostgresRows {
    func insert(_ offer: RestoreOfferRecord, validUntil: UTCInstant) throws {
        try transaction.execute(
            "INSERT INTO tas_restore_offer (offer_id, did, valid_until) VALUES ($1, $2, $3)",
            [offer.offerID, offer.did, validUntil.seconds])
    }

    func restoreOffer(_ offerID: String, now: UTCInstant) throws -> RestoreOfferRecord? {
        try transaction.first(
            "SELECT did FROM tas_restore_offer WHERE offer_id = $1 AND valid_until > $2", [offerID, now.seconds]
        ).map { RestoreOfferRecord(offerID: offerID, did: try $0.get(0)) }
    }

    func removeRestoreOffers(for did: String) throws {
        try transaction.execute("DELETE FROM tas_restore_offer WHERE did = $1", [did])
    }

    func removeExpiredRestoreOffers(now: UTCInstant, limit: Int) throws -> Int {
        // Instances that delete at the same time skip each other's rows. As an array, the rows are selected only once.
        try transaction.execute(
            """
            DELETE FROM tas_restore_offer WHERE offer_id = ANY (ARRAY(
                SELECT offer_id FROM tas_restore_offer WHERE valid_until <= $1
                ORDER BY valid_until LIMIT $2 FOR UPDATE SKIP LOCKED))
            """, [now.seconds, limit]
        ).changes
    }
}
