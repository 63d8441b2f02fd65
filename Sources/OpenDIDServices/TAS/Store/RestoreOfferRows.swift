import GRDB
import OpenDID_DataModel

/// An offer to restore a DID (OpenDID sheet 5.10, 7.1). It can be used for one restoration.
struct RestoreOfferRecord: Sendable, Hashable {
    let offerID: String
    let did: String

    static let expired = ExpiredRows(
        """
        DELETE FROM tas_restore_offer WHERE offer_id IN (
            SELECT offer_id FROM tas_restore_offer WHERE valid_until <= ? ORDER BY valid_until LIMIT ?)
        """)

    func insert(validUntil: UTCInstant, in db: any ServiceRows) throws {
        try db.executeCached(
            sql: "INSERT INTO tas_restore_offer (offer_id, did, valid_until) VALUES (?, ?, ?)",
            arguments: [offerID, did, validUntil.seconds])
    }

    /// Returns an offer that has not expired.
    static func find(_ offerID: String, now: UTCInstant, in db: any ServiceRows) throws -> RestoreOfferRecord? {
        try String.fetchOne(
            db.cachedStatement(sql: "SELECT did FROM tas_restore_offer WHERE offer_id = ? AND valid_until > ?"),
            arguments: [offerID, now.seconds]
        )
        .map { RestoreOfferRecord(offerID: offerID, did: $0) }
    }

    /// Deletes every offer to restore a DID, because the DID is active again.
    static func removeAll(for did: String, in db: any ServiceRows) throws {
        try db.executeCached(sql: "DELETE FROM tas_restore_offer WHERE did = ?", arguments: [did])
    }
}
