import GRDB

/// The tables of a gateway in SQLite. Times are milliseconds since 1970, those of rate limits microseconds.
enum SQLiteGatewaySchema {
    /// The migrations in their order. A released one never changes.
    static let migrations: [(name: String, sql: String)] = [
        (
            "gateway, version 1",
            """
            CREATE TABLE did (
                did TEXT PRIMARY KEY NOT NULL,
                created TEXT NOT NULL,
                updated TEXT NOT NULL,
                is_burned INTEGER NOT NULL DEFAULT 0,
                last_number INTEGER NOT NULL DEFAULT 0
            ) WITHOUT ROWID;
            CREATE TABLE did_address (
                did TEXT NOT NULL REFERENCES did (did) ON DELETE CASCADE,
                address TEXT NOT NULL,
                linked_at INTEGER NOT NULL,
                number INTEGER NOT NULL,
                is_proven INTEGER NOT NULL DEFAULT 0,
                last_use INTEGER NOT NULL DEFAULT 0,
                PRIMARY KEY (did, address)
            ) WITHOUT ROWID;
            CREATE INDEX did_address_proven ON did_address (address, last_use) WHERE is_proven;
            CREATE TABLE did_key (
                did TEXT NOT NULL REFERENCES did (did) ON DELETE CASCADE,
                value TEXT NOT NULL,
                number INTEGER NOT NULL,
                PRIMARY KEY (did, value)
            ) WITHOUT ROWID;
            CREATE TABLE challenge (
                number INTEGER PRIMARY KEY AUTOINCREMENT,
                nonce TEXT NOT NULL UNIQUE,
                did TEXT NOT NULL,
                updated TEXT NOT NULL,
                remote TEXT NOT NULL,
                body BLOB NOT NULL,
                failures INTEGER NOT NULL DEFAULT 0,
                ended TEXT,
                expires_at INTEGER NOT NULL
            );
            CREATE INDEX challenge_open ON challenge (number) WHERE ended IS NULL;
            CREATE INDEX challenge_remote ON challenge (remote, number) WHERE ended IS NULL;
            CREATE INDEX challenge_update ON challenge (did, updated) WHERE ended IS NULL;
            CREATE INDEX challenge_expiry ON challenge (expires_at);
            CREATE TABLE rate_limit (
                subject TEXT PRIMARY KEY NOT NULL,
                counts_until INTEGER NOT NULL
            ) WITHOUT ROWID;
            CREATE INDEX rate_limit_rested ON rate_limit (counts_until);
            CREATE TABLE auth_session (
                number INTEGER PRIMARY KEY AUTOINCREMENT,
                id TEXT NOT NULL UNIQUE,
                user_id TEXT NOT NULL,
                body BLOB NOT NULL,
                is_complete INTEGER NOT NULL,
                failures INTEGER NOT NULL DEFAULT 0,
                expires_at INTEGER NOT NULL
            );
            CREATE INDEX auth_session_user ON auth_session (user_id, number);
            CREATE INDEX auth_session_expiry ON auth_session (expires_at);
            CREATE TABLE contact (
                user_id TEXT NOT NULL,
                is_room INTEGER NOT NULL,
                contact_id TEXT NOT NULL,
                tags BLOB NOT NULL,
                added_at INTEGER NOT NULL,
                PRIMARY KEY (user_id, is_room, contact_id)
            ) WITHOUT ROWID;
            CREATE TABLE signature (
                user_id TEXT PRIMARY KEY NOT NULL,
                text TEXT NOT NULL
            ) WITHOUT ROWID;
            CREATE TABLE guide (
                user_id TEXT PRIMARY KEY NOT NULL,
                step BLOB NOT NULL
            ) WITHOUT ROWID;
            """
        ),
        (
            "gateway, version 2",
            """
            CREATE TABLE session_ending (
                user_id TEXT PRIMARY KEY NOT NULL,
                number INTEGER NOT NULL,
                due_at INTEGER NOT NULL
            ) WITHOUT ROWID;
            CREATE INDEX session_ending_due ON session_ending (due_at);
            """
        ),
    ]
}
