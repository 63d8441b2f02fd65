import GRDB

/// The verifier's own tables. The data of unfinished presentations is in the tables of transactions.
enum VerifierTables {
    static let migrations = [
        SQLiteMigration("verifier, version 1") { db in
            try db.execute(
                sql: """
                    CREATE TABLE verifier_offer (
                        offer_id TEXT PRIMARY KEY NOT NULL,
                        tx_id TEXT NOT NULL UNIQUE,
                        device TEXT NOT NULL,
                        service TEXT NOT NULL,
                        valid_until INTEGER NOT NULL,
                        answered_by TEXT,
                        accepted_at INTEGER,
                        claims BLOB,
                        policy_id TEXT
                    ) WITHOUT ROWID;
                    CREATE INDEX verifier_offer_end ON verifier_offer (valid_until);
                    -- The claims that are to be forgotten must be found without reading every offer.
                    CREATE INDEX verifier_offer_claims ON verifier_offer (accepted_at) WHERE claims IS NOT NULL;
                    """)
        }
    ]

    /// Returns the kinds of expiring rows.
    /// - Parameter memory: the time for which claims and expired offers are stored.
    static func expired(after memory: Duration) -> [ExpiredRows] {
        [
            ExpiredRows(before: memory, claimsOver), ExpiredRows(before: memory, offersOver),
        ]
    }

    static let claimsOver = """
        UPDATE verifier_offer SET claims = NULL WHERE offer_id IN (
            SELECT offer_id FROM verifier_offer WHERE accepted_at < ? AND claims IS NOT NULL ORDER BY accepted_at LIMIT ?)
        """
    static let offersOver = """
        DELETE FROM verifier_offer WHERE offer_id IN (
            SELECT offer_id FROM verifier_offer WHERE valid_until < ? AND claims IS NULL ORDER BY valid_until LIMIT ?)
        """
}
