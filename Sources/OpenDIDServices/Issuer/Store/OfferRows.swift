import GRDB
import OpenDID_DataModel

/// An offer of the issuer (OpenDID sheet 5.7, step 0; 7.1). One credential comes of it at most.
struct OfferRow: Sendable, Hashable {
    let offerID: String
    let planID: String
    /// Whom it is for, as ``UserRow/index(_:_:)`` of the PII; anybody when `nil`.
    let piiIndex: String?
    let validUntil: UTCInstant
    /// The transaction in which a credential was issued under it.
    let txID: String?
    /// True when the wallet confirmed that it has the credential.
    let isCompleted: Bool

    /// True when no credential was issued under it yet.
    var isFree: Bool { txID == nil }

    /// How long a row is kept after its end, in seconds: one day, so that the result can be asked for (OpenDID sheet 5.1).
    static let memory: Int64 = 86_400

    static func find(_ offerID: String, in db: Database) throws -> OfferRow? {
        try Row.fetchOne(db.cachedStatement(sql: "SELECT * FROM issuer_offer WHERE offer_id = ?"), arguments: [offerID]).map(OfferRow.init)
    }

    static let expired = ExpiredRows(before: memory, """
        DELETE FROM issuer_offer WHERE offer_id IN (SELECT offer_id FROM issuer_offer WHERE valid_until < ? ORDER BY valid_until LIMIT ?)
        """)

    /// Enters an offer.
    static func insert(
        offerID: String, planID: String, piiIndex: String?, validUntil: UTCInstant, in db: Database
    ) throws {
        try db.executeCached(
            sql: "INSERT INTO issuer_offer (offer_id, plan_id, pii_index, valid_until) VALUES (?, ?, ?, ?)",
            arguments: [offerID, planID, piiIndex, validUntil.seconds])
    }

    /// Takes the offer for one transaction.
    /// - Returns: false when another transaction has it, or the offer is gone.
    static func take(_ offerID: String, for txID: String, in db: Database) throws -> Bool {
        try db.executeCached(
            sql: "UPDATE issuer_offer SET tx_id = ? WHERE offer_id = ? AND tx_id IS NULL", arguments: [txID, offerID])
        return db.changesCount == 1
    }

    /// Notes that the wallet has the credential.
    static func complete(_ offerID: String, in db: Database) throws {
        try db.executeCached(sql: "UPDATE issuer_offer SET completed = 1 WHERE offer_id = ?", arguments: [offerID])
    }

    private init(_ row: Row) {
        (offerID, planID, piiIndex) = (row["offer_id"], row["plan_id"], row["pii_index"])
        (validUntil, txID, isCompleted) = (UTCInstant(seconds: row["valid_until"]), row["tx_id"], row["completed"])
    }
}
