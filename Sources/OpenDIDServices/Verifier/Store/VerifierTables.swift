import GRDB

/// The verifier's own tables; unfinished exchanges are with the transactions.
enum VerifierTables {
    static let migrations = [
        ServiceMigration("verifier-1") { db in
            try db.execute(sql: """
                CREATE TABLE verifier_offer (
                    offer_id TEXT PRIMARY KEY NOT NULL,
                    tx_id TEXT NOT NULL UNIQUE,
                    device TEXT NOT NULL,
                    service TEXT NOT NULL,
                    valid_until INTEGER NOT NULL,
                    answered_by TEXT,
                    accepted_at INTEGER,
                    claims BLOB
                ) WITHOUT ROWID;
                CREATE INDEX verifier_offer_end ON verifier_offer (valid_until);
                """)
        },
    ]
}
