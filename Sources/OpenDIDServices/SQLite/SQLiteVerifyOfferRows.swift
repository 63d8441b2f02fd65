import Foundation
import GRDB
import OpenDID_DataModel

extension SQLiteRows {
    static let expiredClaims = """
        UPDATE verifier_offer SET claims = NULL WHERE offer_id IN (
            SELECT offer_id FROM verifier_offer WHERE accepted_at < ? AND claims IS NOT NULL ORDER BY accepted_at LIMIT ?)
        """
    static let expiredVerifyOffers = """
        DELETE FROM verifier_offer WHERE offer_id IN (
            SELECT offer_id FROM verifier_offer WHERE valid_until < ? AND claims IS NULL ORDER BY valid_until LIMIT ?)
        """

    package func verifyOffer(_ offerID: String) throws -> VerifyOfferRow? {
        try Row.fetchOne(
            db.cachedStatement(sql: "SELECT * FROM verifier_offer WHERE offer_id = ?"), arguments: [offerID]
        )
        .map(VerifyOfferRow.init)
    }

    package func insertVerifyOffer(
        _ offerID: String, txID: String, device: String, service: String, policyID: String?, validUntil: UTCInstant
    ) throws {
        try db.executeCached(
            sql:
                "INSERT INTO verifier_offer (offer_id, tx_id, device, service, policy_id, valid_until) VALUES (?, ?, ?, ?, ?, ?)",
            arguments: [offerID, txID, device, service, policyID, validUntil.seconds])
    }

    package func acceptVerifyOffer(_ offerID: String, txID: String, claims: [UInt8], at now: UTCInstant) throws -> Bool
    {
        try db.executeCached(
            sql:
                "UPDATE verifier_offer SET answered_by = ?, accepted_at = ?, claims = ? WHERE offer_id = ? AND answered_by IS NULL",
            arguments: [txID, now.seconds, Data(claims), offerID])
        return db.changesCount == 1
    }

    package func deletePresentedClaims(acceptedBefore end: UTCInstant, limit: Int) throws -> Int {
        try db.executeCached(sql: Self.expiredClaims, arguments: [end.seconds, limit])
        return db.changesCount
    }

    package func deleteVerifyOffers(validBefore end: UTCInstant, limit: Int) throws -> Int {
        try db.executeCached(sql: Self.expiredVerifyOffers, arguments: [end.seconds, limit])
        return db.changesCount
    }
}

extension VerifyOfferRow {
    fileprivate init(_ row: Row) {
        let (accepted, claims): (Int64?, Data?) = (row["accepted_at"], row["claims"])
        self.init(
            offerID: row["offer_id"], txID: row["tx_id"], device: row["device"], service: row["service"],
            policyID: row["policy_id"], validUntil: UTCInstant(seconds: row["valid_until"]),
            answeredBy: row["answered_by"], acceptedAt: accepted.map { UTCInstant(seconds: $0) },
            sealedClaims: claims.map { [UInt8]($0) })
    }
}
