import HeraldPostgres
import OpenDIDServices
import OpenDID_DataModel

extension PostgresRows {
    func verifyOffer(_ offerID: String) throws -> VerifyOfferRow? {
        try transaction.first(
            """
            SELECT offer_id, tx_id, device, service, policy_id, valid_until, answered_by, accepted_at, claims
            FROM verifier_offer WHERE offer_id = $1
            """,
            [offerID]
        )
        .map(VerifyOfferRow.init)
    }

    func insertVerifyOffer(
        _ offerID: String, txID: String, device: String, service: String, policyID: String?, validUntil: UTCInstant
    ) throws {
        try transaction.execute(
            """
            INSERT INTO verifier_offer (offer_id, tx_id, device, service, policy_id, valid_until)
            VALUES ($1, $2, $3, $4, $5, $6)
            """,
            [offerID, txID, device, service, policyID, validUntil.seconds])
    }

    func acceptVerifyOffer(_ offerID: String, txID: String, claims: [UInt8], at now: UTCInstant) throws -> Bool {
        try transaction.execute(
            """
            UPDATE verifier_offer SET answered_by = $1, accepted_at = $2, claims = $3
            WHERE offer_id = $4 AND answered_by IS NULL
            """,
            [txID, now.seconds, claims, offerID]
        ).changes == 1
    }

    // Several instances delete at once, so each takes rows that no other one has locked. With IN in place of the array, PostgreSQL may
    // read the whole table.

    func deletePresentedClaims(acceptedBefore end: UTCInstant, limit: Int) throws -> Int {
        try transaction.execute(
            """
            UPDATE verifier_offer SET claims = NULL WHERE offer_id = ANY (ARRAY(
                SELECT offer_id FROM verifier_offer WHERE accepted_at < $1 AND claims IS NOT NULL
                ORDER BY accepted_at LIMIT $2 FOR UPDATE SKIP LOCKED))
            """,
            [end.seconds, limit]
        ).changes
    }

    func deleteVerifyOffers(validBefore end: UTCInstant, limit: Int) throws -> Int {
        try transaction.execute(
            """
            DELETE FROM verifier_offer WHERE offer_id = ANY (ARRAY(
                SELECT offer_id FROM verifier_offer WHERE valid_until < $1 AND claims IS NULL
                ORDER BY valid_until LIMIT $2 FOR UPDATE SKIP LOCKED))
            """,
            [end.seconds, limit]
        ).changes
    }
}

extension VerifyOfferRow {
    fileprivate init(_ row: PostgresRow) throws {
        let accepted: Int64? = try row.get(7)
        self.init(
            offerID: try row.get(0), txID: try row.get(1), device: try row.get(2), service: try row.get(3),
            policyID: try row.get(4), validUntil: UTCInstant(seconds: try row.get(5)), answeredBy: try row.get(6),
            acceptedAt: accepted.map { UTCInstant(seconds: $0) }, sealedClaims: try row.get(8))
    }
}
