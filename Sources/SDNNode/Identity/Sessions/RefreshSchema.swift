import GRDB

/// The table of refresh tokens.
enum RefreshSchema: SchemaPart {
    static let migrations: [(name: String, apply: @Sendable (Database) throws -> Void)] = [
        (
            "refresh, version 1",
            { db in
                try db.execute(
                    sql: """
                        CREATE TABLE refresh_token (
                            id INTEGER PRIMARY KEY AUTOINCREMENT,
                            hash BLOB NOT NULL UNIQUE,
                            user_id TEXT NOT NULL,
                            device_id TEXT NOT NULL,
                            created_at INTEGER NOT NULL,
                            spent INTEGER NOT NULL DEFAULT 0,
                            renews INTEGER,
                            FOREIGN KEY (user_id, device_id) REFERENCES device (user_id, device_id) ON DELETE CASCADE
                        );
                        CREATE INDEX refresh_token_device ON refresh_token (user_id, device_id);
                        CREATE INDEX refresh_token_renews ON refresh_token (renews);
                        """)
            }
        )
    ]
}
