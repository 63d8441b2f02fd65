import HeraldPostgres

/// The verifier's own tables, as in SQLite.
enum PostgresVerifierSchema {
    static let migrations = [
        PostgresMigration(
            "verifier, version 1",
            """
            CREATE TABLE verifier_offer (
                offer_id text PRIMARY KEY,
                tx_id text NOT NULL UNIQUE,
                device text NOT NULL,
                service text NOT NULL,
                valid_until bigint NOT NULL,
                answered_by text,
                accepted_at bigint,
                claims bytea,
                policy_id text
            );
            CREATE INDEX verifier_offer_end ON verifier_offer (valid_until);
            -- Claims that are to be deleted must be found without reading every offer.
            CREATE INDEX verifier_offer_claims ON verifier_offer (accepted_at) WHERE claims IS NOT NULL;
            """)
    ]
}
