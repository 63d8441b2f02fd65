import HeraldPostgres

/// The issuer's own tables, as in SQLite.
enum PostgresIssuerSchema {
    static let migrations = [
        PostgresMigration(
            "issuer, version 1",
            """
            CREATE TABLE issuer_user (
                user_id text PRIMARY KEY,
                pii_index text UNIQUE,
                did text UNIQUE,
                record bytea NOT NULL,
                CHECK (pii_index IS NOT NULL OR did IS NOT NULL)
            );
            CREATE TABLE issuer_offer (
                offer_id text PRIMARY KEY,
                plan_id text NOT NULL,
                pii_index text,
                valid_until bigint NOT NULL,
                tx_id text,
                completed boolean NOT NULL DEFAULT false
            );
            CREATE INDEX issuer_offer_end ON issuer_offer (valid_until);
            -- A person may have had a credential renewed a thousand times. The look-up of the valid one must not read them all.
            CREATE TABLE issuer_credential (
                vc_id text COLLATE "C" PRIMARY KEY,
                tx_id text NOT NULL UNIQUE,
                plan_id text NOT NULL,
                user_id text NOT NULL,
                subject text NOT NULL,
                issued_at bigint NOT NULL,
                ended boolean NOT NULL DEFAULT false,
                replaced boolean NOT NULL DEFAULT false
            );
            CREATE INDEX issuer_credential_current ON issuer_credential (user_id, subject, plan_id, issued_at, vc_id) WHERE NOT ended;
            CREATE INDEX issuer_credential_recent ON issuer_credential (user_id, issued_at);
            CREATE INDEX issuer_credential_replaced ON issuer_credential (vc_id) WHERE replaced AND NOT ended;
            CREATE TABLE issuer_revocation (
                vc_id text COLLATE "C" PRIMARY KEY REFERENCES issuer_credential (vc_id),
                tx_id text NOT NULL,
                request bytea NOT NULL,
                revoked_at bigint NOT NULL
            );
            """)
    ]
}
