import GRDB

/// The issuer's own tables. Public data is in the registry, and the data of unfinished issuances and revocations is in the tables of
/// transactions.
enum IssuerSchema {
    static let migrations = [
        SQLiteMigration("issuer, version 1") { db in
            try db.execute(
                sql: """
                    CREATE TABLE issuer_user (
                        user_id TEXT PRIMARY KEY NOT NULL,
                        pii_index TEXT UNIQUE,
                        did TEXT UNIQUE,
                        record BLOB NOT NULL,
                        CHECK (pii_index IS NOT NULL OR did IS NOT NULL)
                    ) WITHOUT ROWID;
                    CREATE TABLE issuer_offer (
                        offer_id TEXT PRIMARY KEY NOT NULL,
                        plan_id TEXT NOT NULL,
                        pii_index TEXT,
                        valid_until INTEGER NOT NULL,
                        tx_id TEXT,
                        completed INTEGER NOT NULL DEFAULT 0
                    ) WITHOUT ROWID;
                    CREATE INDEX issuer_offer_end ON issuer_offer (valid_until);
                    -- A person may have had a credential renewed a thousand times: who looks for the one in force must not read them all. In the place
                    -- of those that are replaced another one stands; a registry elsewhere has not said yet that they are revoked.
                    CREATE TABLE issuer_credential (
                        vc_id TEXT PRIMARY KEY NOT NULL,
                        tx_id TEXT NOT NULL UNIQUE,
                        plan_id TEXT NOT NULL,
                        user_id TEXT NOT NULL,
                        subject TEXT NOT NULL,
                        issued_at INTEGER NOT NULL,
                        ended INTEGER NOT NULL DEFAULT 0,
                        replaced INTEGER NOT NULL DEFAULT 0
                    ) WITHOUT ROWID;
                    CREATE INDEX issuer_credential_current ON issuer_credential (user_id, subject, plan_id, issued_at, vc_id) WHERE ended = 0;
                    CREATE INDEX issuer_credential_recent ON issuer_credential (user_id, issued_at);
                    CREATE INDEX issuer_credential_replaced ON issuer_credential (vc_id) WHERE replaced = 1 AND ended = 0;
                    CREATE TABLE issuer_revocation (
                        vc_id TEXT PRIMARY KEY NOT NULL REFERENCES issuer_credential (vc_id),
                        tx_id TEXT NOT NULL,
                        request BLOB NOT NULL,
                        revoked_at INTEGER NOT NULL
                    ) WITHOUT ROWID;
                    """)
        }
    ]
}
