import GRDB
import OpenDID_DataModel

/// An offer of the issuer (OpenDID sheet 5.7, step 0; 7.1). At most one credential is issued for it.
struct OfferRow: Sendable, Hashable {
    let offerID: String
    let planID: String
    /// The keyed hash (``UserRow/index(_:_:)``) of the PII of the only person who may accept the offer. If it is `nil`, any user may accept
    /// it.
    let piiIndex: String?
    let validUntil: UTCInstant
    /// The transaction that issued a credential for the offer.
    let txID: String?
    /// True if the wallet confirmed that it has received the credential.
    let isCompleted: Bool

    /// True if no credential was issued for the offer yet.
    var isFree: Bool { txID == nil }

    /// The time for which a row is stored after the offer has expired. The result of an offer can be requested for one day (OpenDID sheet
    /// 5.1).
    static let memory: Duration = .seconds(86_400)

    static func find(_ offerID: String, in db: any ServiceRows) throws -> OfferRow? {
        try Row.fetchOne(db.cachedStatement(sql: "SELECT * FROM issuer_offer WHERE offer_id = ?"), arguments: [offerID])
            .map(OfferRow.init)
    }

    static let expired = ExpiredRows(
        before: memory,
        """
        DELETE FROM issuer_offer WHERE offer_id IN (SELECT offer_id FROM issuer_offer WHERE valid_until < ? ORDER BY valid_until LIMIT ?)
        """)

    static func insert(
        offerID: String, planID: String, piiIndex: String?, validUntil: UTCInstant, in db: any ServiceRows
    ) throws {
        try db.executeCached(
            sql: "INSERT INTO issuer_offer (offer_id, plan_id, pii_index, valid_until) VALUES (?, ?, ?, ?)",
            arguments: [offerID, planID, piiIndex, validUntil.seconds])
    }

    /// Marks the offer as used by a transaction.
    /// - Returns: false if another transaction has used the offer, or if the offer does not exist.
    static func take(_ offerID: String, for txID: String, in db: any ServiceRows) throws -> Bool {
        try db.executeCached(
            sql: "UPDATE issuer_offer SET tx_id = ? WHERE offer_id = ? AND tx_id IS NULL", arguments: [txID, offerID])
        return db.changesCount == 1
    }

    /// Records that the wallet has received the credential.
    static func complete(_ offerID: String, in db: any ServiceRows) throws {
        try db.executeCached(sql: "UPDATE issuer_offer SET completed = 1 WHERE offer_id = ?", arguments: [offerID])
    }

    private init(_ row: Row) {
        (offerID, planID, piiIndex) = (row["offer_id"], row["plan_id"], row["pii_index"])
        (validUntil, txID, isCompleted) = (UTCInstant(seconds: row["valid_until"]), row["tx_id"], row["completed"])
    }
}
