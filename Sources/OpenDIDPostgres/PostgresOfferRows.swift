import HeraldPostgres
import OpenDIDServices
import OpenDID_DataModel

extension PostgresRows {
    func issueOffer(_ offerID: String) throws -> OfferRow? {
        try transaction.first(
            "SELECT offer_id, plan_id, pii_index, valid_until, tx_id, completed FROM issuer_offer WHERE offer_id = $1",
            [offerID]
        )
        .map(OfferRow.init)
    }

    func insertIssueOffer(_ offerID: String, planID: String, piiIndex: String?, validUntil: UTCInstant) throws {
        try transaction.execute(
            "INSERT INTO issuer_offer (offer_id, plan_id, pii_index, valid_until) VALUES ($1, $2, $3, $4)",
            [offerID, planID, piiIndex, validUntil.seconds])
    }

    func takeIssueOffer(_ offerID: String, for txID: String) throws -> Bool {
        try transaction.execute(
            "UPDATE issuer_offer SET tx_id = $1 WHERE offer_id = $2 AND tx_id IS NULL", [txID, offerID]
        ).changes == 1
    }

    func completeIssueOffer(_ offerID: String) throws {
        try transaction.execute("UPDATE issuer_offer SET completed = true WHERE offer_id = $1", [offerID])
    }

    func deleteIssueOffers(validBefore end: UTCInstant, limit: Int) throws -> Int {
        // Several instances delete at once, so each takes rows that no other one has locked. With IN in place of the array, PostgreSQL
        // may read the whole table.
        try transaction.execute(
            """
            DELETE FROM issuer_offer WHERE offer_id = ANY (ARRAY(
                SELECT offer_id FROM issuer_offer WHERE valid_until < $1 ORDER BY valid_until LIMIT $2 FOR UPDATE SKIP LOCKED))
            """,
            [end.seconds, limit]
        ).changes
    }
}

extension OfferRow {
    fileprivate init(_ row: PostgresRow) throws {
        self.init(
            offerID: try row.get(0), planID: try row.get(1), piiIndex: try row.get(2),
            validUntil: UTCInstant(seconds: try row.get(3)), txID: try row.get(4), isCompleted: try row.get(5))
    }
}
