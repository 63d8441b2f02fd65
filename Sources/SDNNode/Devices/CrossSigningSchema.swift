import GRDB

/// The tables of cross-signing keys, of key changes that only one user may see, and of dehydrated devices.
enum CrossSigningSchema: SchemaPart {
    static let migrations: [(name: String, apply: @Sendable (Database) throws -> Void)] = [
        (
            "cross-signing, version 1",
            { db in
                // `signing_key.key_id` is the public key. Signatures of a cross-signing key have it as their target in `key_signature`.
                // `private_key_change` has the changes that a user makes to what only that user sees: the user-signing key, and signatures over
                // other users' keys.
                try db.execute(
                    sql: """
                        CREATE TABLE signing_key (
                            user TEXT NOT NULL,
                            role TEXT NOT NULL,
                            key_id TEXT NOT NULL,
                            keys BLOB NOT NULL,
                            PRIMARY KEY (user, role)
                        ) WITHOUT ROWID;
                        CREATE TABLE private_key_change (
                            reader TEXT NOT NULL,
                            user TEXT NOT NULL,
                            ord INTEGER NOT NULL,
                            PRIMARY KEY (reader, user)
                        ) WITHOUT ROWID;
                        CREATE INDEX private_key_change_by_ord ON private_key_change(reader, ord);
                        CREATE TABLE dehydrated_device (
                            user TEXT PRIMARY KEY NOT NULL,
                            device TEXT NOT NULL,
                            data BLOB NOT NULL,
                            FOREIGN KEY (user, device) REFERENCES device (user_id, device_id) ON DELETE CASCADE
                        ) WITHOUT ROWID;
                        """)
            }
        )
    ]
}
