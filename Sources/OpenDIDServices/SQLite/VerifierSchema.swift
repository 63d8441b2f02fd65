import GRDB

/// The verifier's own tables. The data of unfinished presentations is in the tables of transactions.
enum VerifierSchema {
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
}
