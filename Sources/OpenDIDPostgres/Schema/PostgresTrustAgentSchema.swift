import HeraldPostgres

/// The trust agent's own tables, as in SQLite.
enum PostgresTrustAgentSchema {
    static let migrations = [
        PostgresMigration(
            "tas, version 1",
            """
            CREATE TABLE tas_wallet (
                wallet_id text PRIMARY KEY,
                device_did text NOT NULL UNIQUE,
                status text NOT NULL,
                request bytea NOT NULL UNIQUE,
                transaction_id text NOT NULL,
                registered_at bigint NOT NULL
            );
            CREATE INDEX tas_wallet_unused ON tas_wallet (registered_at) WHERE status = 'CREATED';
            CREATE TABLE tas_user (
                did text COLLATE "C" PRIMARY KEY,
                wallet_id text NOT NULL UNIQUE REFERENCES tas_wallet (wallet_id),
                app_id text NOT NULL,
                kyc_index text NOT NULL,
                pii bytea NOT NULL,
                status text NOT NULL,
                registered_at bigint NOT NULL,
                sealed_push_token bytea
            );
            -- How many DIDs of a person are new must be found without reading those that are not.
            CREATE INDEX tas_user_recent ON tas_user (kyc_index, registered_at);
            CREATE TABLE tas_restore_offer (
                offer_id text PRIMARY KEY,
                did text NOT NULL,
                valid_until bigint NOT NULL
            );
            CREATE INDEX tas_restore_offer_end ON tas_restore_offer (valid_until);
            CREATE INDEX tas_restore_offer_did ON tas_restore_offer (did);
            CREATE TABLE tas_nonce (
                digest bytea PRIMARY KEY,
                remembered_until bigint NOT NULL
            );
            CREATE INDEX tas_nonce_end ON tas_nonce (remembered_until);
            """)
    ]
}
