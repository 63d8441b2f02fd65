import GRDB
import OpenDID_DataModel

extension SQLiteRows {
    package func issueOffer(_ offerID: String) throws -> OfferRow? {
        try Row.fetchOne(db.cachedStatement(sql: "SELECT * FROM issuer_offer WHERE offer_id = ?"), arguments: [offerID])
            .map(OfferRow.init)
    }

    package func insertIssueOffer(_ offerID: String, planID: String, piiIndex: String?, validUntil: UTCInstant) throws {
        try db.executeCached(
            sql: "INSERT INTO issuer_offer (offer_id, plan_id, pii_index, valid_until) VALUES (?, ?, ?, ?)",
            arguments: [offerID, planID, piiIndex, validUntil.seconds])
    }

    package func takeIssueOffer(_ offerID: String, for txID: String) throws -> Bool {
        try db.executeCached(
            sql: "UPDATE issuer_offer SET tx_id = ? WHERE offer_id = ? AND tx_id IS NULL", arguments: [txID, offerID])
        return db.changesCount == 1
    }

    package func completeIssueOffer(_ offerID: String) throws {
        try db.executeCached(sql: "UPDATE issuer_offer SET completed = 1 WHERE offer_id = ?", arguments: [offerID])
    }

    package func deleteIssueOffers(validBefore end: UTCInstant, limit: Int) throws -> Int {
        try db.executeCached(
            sql: """
                DELETE FROM issuer_offer WHERE offer_id IN (SELECT offer_id FROM issuer_offer WHERE valid_until < ? ORDER BY valid_until LIMIT ?)
                """,
            arguments: [end.seconds, limit])
        return db.changesCount
    }
}

extension OfferRow {
    fileprivate init(_ row: Row) {
        self.init(
            offerID: row["offer_id"], planID: row["plan_id"], piiIndex: row["pii_index"],
            validUntil: UTCInstant(seconds: row["valid_until"]), txID: row["tx_id"], isCompleted: row["completed"])
    }
}
