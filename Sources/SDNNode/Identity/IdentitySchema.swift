import GRDB

/// The tables of accounts, devices, tokens and DIDs. Times are milliseconds since 1970.
enum IdentitySchema: SchemaPart {
    static let migrations: [(name: String, apply: @Sendable (Database) throws -> Void)] = [
        ("identity 1", { db in
            try db.execute(sql: """
                CREATE TABLE account (
                    user_id TEXT PRIMARY KEY NOT NULL,
                    did TEXT,
                    password_hash TEXT,
                    state TEXT NOT NULL DEFAULT 'active',
                    displayname TEXT,
                    avatar_url TEXT,
                    signature TEXT NOT NULL DEFAULT '',
                    created_at INTEGER NOT NULL
                ) WITHOUT ROWID;
                CREATE TABLE device (
                    user_id TEXT NOT NULL REFERENCES account (user_id) ON DELETE CASCADE,
                    device_id TEXT NOT NULL,
                    display_name TEXT,
                    created_at INTEGER NOT NULL,
                    PRIMARY KEY (user_id, device_id)
                ) WITHOUT ROWID;
                CREATE TABLE access_token (
                    id INTEGER PRIMARY KEY AUTOINCREMENT,
                    hash BLOB NOT NULL UNIQUE,
                    user_id TEXT NOT NULL,
                    device_id TEXT NOT NULL,
                    created_at INTEGER NOT NULL,
                    FOREIGN KEY (user_id, device_id) REFERENCES device (user_id, device_id) ON DELETE CASCADE
                );
                CREATE INDEX access_token_device ON access_token (user_id, device_id);
                CREATE TABLE did (
                    did TEXT PRIMARY KEY NOT NULL,
                    created TEXT NOT NULL,
                    updated TEXT NOT NULL
                ) WITHOUT ROWID;
                CREATE TABLE did_address (
                    did TEXT NOT NULL REFERENCES did (did) ON DELETE CASCADE,
                    address TEXT NOT NULL,
                    linked_at INTEGER NOT NULL,
                    PRIMARY KEY (did, address)
                ) WITHOUT ROWID;
                CREATE INDEX did_address_address ON did_address (address, linked_at, did);
                """)
        }),
        // Which wallet opened a session; null for a password's, and for those from before.
        ("identity 2", { db in try db.execute(sql: "ALTER TABLE device ADD COLUMN wallet TEXT") }),
        ("identity 3", { db in
            try db.execute(sql: """
                CREATE TABLE login_place (
                    id INTEGER PRIMARY KEY AUTOINCREMENT,
                    user_id TEXT NOT NULL REFERENCES account (user_id) ON DELETE CASCADE,
                    network TEXT NOT NULL,
                    UNIQUE (user_id, network)
                );
                """)
        }),
    ]
}
