import GRDB
import OpenDID_DataModel

/// An offer to take a DID back into use (OpenDID sheet 5.10, 7.1). It holds for one restoration.
struct RestoreOfferRecord: Sendable, Hashable {
    let offerID: String
    let did: String

    static let expired = ExpiredRows("""
        DELETE FROM tas_restore_offer WHERE offer_id IN (
            SELECT offer_id FROM tas_restore_offer WHERE valid_until <= ? ORDER BY valid_until LIMIT ?)
        """)

    /// Enters an offer.
    func insert(validUntil: UTCInstant, in db: Database) throws {
        try db.executeCached(
            sql: "INSERT INTO tas_restore_offer (offer_id, did, valid_until) VALUES (?, ?, ?)",
            arguments: [offerID, did, validUntil.seconds])
    }

    /// An offer that still holds.
    static func find(_ offerID: String, now: UTCInstant, in db: Database) throws -> RestoreOfferRecord? {
        try String.fetchOne(
            db.cachedStatement(sql: "SELECT did FROM tas_restore_offer WHERE offer_id = ? AND valid_until > ?"), arguments: [offerID, now.seconds])
            .map { RestoreOfferRecord(offerID: offerID, did: $0) }
    }

    /// Takes back every offer for a DID, because it is in use again.
    static func removeAll(for did: String, in db: Database) throws {
        try db.executeCached(sql: "DELETE FROM tas_restore_offer WHERE did = ?", arguments: [did])
    }
}
