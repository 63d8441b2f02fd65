import GRDB

/// The tables of accounts, devices, tokens and DIDs. Times are milliseconds since 1970.
enum IdentitySchema: SchemaPart {
    static let migrations: [(name: String, apply: @Sendable (Database) throws -> Void)] = [
        (
            "identity, version 1",
            { db in
                // `device.wallet` is the wallet that opened the device's session, and null for other logins. `to_device_load` and `key_load` store
                // the bytes of the waiting messages and of the keys, so that no query has to sum them. A device with `is_gone` was logged out; its
                // row stays until its rows in other tables are deleted. `taken` is the position up to which the device has received its messages.
                // `did_address.is_proven` is set when the wallet has signed that it controls the DID: by creating the DID, or with a later login.
                try db.execute(
                    sql: """
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
                            wallet TEXT,
                            last_seen_ip TEXT,
                            last_seen_at INTEGER,
                            to_device_load INTEGER NOT NULL DEFAULT 0,
                            key_load INTEGER NOT NULL DEFAULT 0,
                            is_gone INTEGER NOT NULL DEFAULT 0,
                            taken INTEGER NOT NULL DEFAULT 0,
                            PRIMARY KEY (user_id, device_id)
                        ) WITHOUT ROWID;
                        CREATE TABLE access_token (
                            id INTEGER PRIMARY KEY AUTOINCREMENT,
                            hash BLOB NOT NULL UNIQUE,
                            user_id TEXT NOT NULL,
                            device_id TEXT NOT NULL,
                            created_at INTEGER NOT NULL,
                            expires_at INTEGER,
                            renews INTEGER,
                            FOREIGN KEY (user_id, device_id) REFERENCES device (user_id, device_id) ON DELETE CASCADE
                        );
                        CREATE INDEX access_token_device ON access_token (user_id, device_id);
                        CREATE TABLE did (
                            did TEXT PRIMARY KEY NOT NULL,
                            created TEXT NOT NULL,
                            updated TEXT NOT NULL,
                            is_burned INTEGER NOT NULL DEFAULT 0,
                            last_key INTEGER NOT NULL DEFAULT 0
                        ) WITHOUT ROWID;
                        CREATE TABLE did_address (
                            did TEXT NOT NULL REFERENCES did (did) ON DELETE CASCADE,
                            address TEXT NOT NULL,
                            linked_at INTEGER NOT NULL,
                            number INTEGER NOT NULL DEFAULT 0,
                            is_proven INTEGER NOT NULL DEFAULT 0,
                            last_use INTEGER NOT NULL DEFAULT 0,
                            PRIMARY KEY (did, address)
                        ) WITHOUT ROWID;
                        CREATE TABLE login_place (
                            id INTEGER PRIMARY KEY AUTOINCREMENT,
                            user_id TEXT NOT NULL REFERENCES account (user_id) ON DELETE CASCADE,
                            network TEXT NOT NULL,
                            UNIQUE (user_id, network)
                        );
                        """)
            }
        )
    ]
}
