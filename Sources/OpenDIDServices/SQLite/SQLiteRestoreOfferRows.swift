import GRDB
import OpenDID_DataModel

extension SQLiteRows {
    package func insert(_ offer: RestoreOfferRecord, validUntil: UTCInstant) throws {
        try db.executeCached(
            sql: "INSERT INTO tas_restore_offer (offer_id, did, valid_until) VALUES (?, ?, ?)",
            arguments: [offer.offerID, offer.did, validUntil.seconds])
    }

    package func restoreOffer(_ offerID: String, now: UTCInstant) throws -> RestoreOfferRecord? {
        try String.fetchOne(
            db.cachedStatement(sql: "SELECT did FROM tas_restore_offer WHERE offer_id = ? AND valid_until > ?"),
            arguments: [offerID, now.seconds]
        )
        .map { RestoreOfferRecord(offerID: offerID, did: $0) }
    }

    package func removeRestoreOffers(for did: String) throws {
        try db.executeCached(sql: "DELETE FROM tas_restore_offer WHERE did = ?", arguments: [did])
    }

    package func removeExpiredRestoreOffers(now: UTCInstant, limit: Int) throws -> Int {
        try db.executeCached(
            sql: """
                DELETE FROM tas_restore_offer WHERE offer_id IN (
                    SELECT offer_id FROM tas_restore_offer WHERE valid_until <= ? ORDER BY valid_until LIMIT ?)
                """, arguments: [now.seconds, limit])
        return db.changesCount
    }
}
