import HeraldPostgres

/// The tables of a gateway in PostgreSQL, as in SQLite. Times are milliseconds since 1970, those of rate limits microseconds.
/// A crash of PostgreSQL empties an UNLOGGED table. What is there lasts minutes, and a client asks for it again.
enum PostgresGatewaySchema {
    /// The schema of all gateways of one homeserver.
    static let name = "sdn_gateway"

    /// The migrations in their order. A released one never changes.
    static let migrations = [
        PostgresMigration(
            "gateway, version 1",
            """
            CREATE TABLE did (
                did text COLLATE "C" PRIMARY KEY,
                created text NOT NULL,
                updated text NOT NULL,
                is_burned boolean NOT NULL DEFAULT false,
                last_number bigint NOT NULL DEFAULT 0
            );
            CREATE TABLE did_address (
                did text COLLATE "C" NOT NULL REFERENCES did (did) ON DELETE CASCADE,
                address text COLLATE "C" NOT NULL,
                linked_at bigint NOT NULL,
                number bigint NOT NULL,
                is_proven boolean NOT NULL DEFAULT false,
                last_use bigint NOT NULL DEFAULT 0,
                PRIMARY KEY (did, address)
            );
            CREATE INDEX did_address_proven ON did_address (address, last_use) WHERE is_proven;
            CREATE TABLE did_key (
                did text COLLATE "C" NOT NULL REFERENCES did (did) ON DELETE CASCADE,
                value text COLLATE "C" NOT NULL,
                number bigint NOT NULL,
                PRIMARY KEY (did, value)
            );
            CREATE UNLOGGED TABLE challenge (
                number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
                nonce text COLLATE "C" NOT NULL UNIQUE,
                did text COLLATE "C" NOT NULL,
                updated text COLLATE "C" NOT NULL,
                remote text COLLATE "C" NOT NULL,
                body bytea NOT NULL,
                failures bigint NOT NULL DEFAULT 0,
                ended text,
                expires_at bigint NOT NULL
            );
            CREATE INDEX challenge_open ON challenge (number) WHERE ended IS NULL;
            CREATE INDEX challenge_remote ON challenge (remote, number) WHERE ended IS NULL;
            CREATE INDEX challenge_update ON challenge (did, updated) WHERE ended IS NULL;
            CREATE INDEX challenge_expiry ON challenge (expires_at);
            CREATE UNLOGGED TABLE rate_limit (
                subject text COLLATE "C" PRIMARY KEY,
                counts_until bigint NOT NULL
            );
            CREATE INDEX rate_limit_rested ON rate_limit (counts_until);
            CREATE UNLOGGED TABLE auth_session (
                number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
                id text COLLATE "C" NOT NULL UNIQUE,
                user_id text COLLATE "C" NOT NULL,
                body bytea NOT NULL,
                is_complete boolean NOT NULL,
                failures bigint NOT NULL DEFAULT 0,
                expires_at bigint NOT NULL
            );
            CREATE INDEX auth_session_user ON auth_session (user_id, number);
            CREATE INDEX auth_session_expiry ON auth_session (expires_at);
            CREATE TABLE contact (
                user_id text COLLATE "C" NOT NULL,
                is_room boolean NOT NULL,
                contact_id text COLLATE "C" NOT NULL,
                tags bytea NOT NULL,
                added_at bigint NOT NULL,
                PRIMARY KEY (user_id, is_room, contact_id)
            );
            CREATE TABLE signature (
                user_id text COLLATE "C" PRIMARY KEY,
                text text NOT NULL
            );
            CREATE TABLE guide (
                user_id text COLLATE "C" PRIMARY KEY,
                step bytea NOT NULL
            );
            """),
        PostgresMigration(
            "gateway, version 2",
            """
            CREATE TABLE session_ending (
                user_id text COLLATE "C" PRIMARY KEY,
                number bigint NOT NULL,
                due_at bigint NOT NULL
            );
            CREATE INDEX session_ending_due ON session_ending (due_at);
            """),
    ]
}
