import GRDB

/// The table of pushers. Those of a device go with it, so that a logout ends its notifications (SDN sheet 6.1).
enum PushSchema: SchemaPart {
    static let migrations: [(name: String, apply: @Sendable (Database) throws -> Void)] = [
        ("push 1", { db in
            try db.execute(sql: """
                CREATE TABLE pusher (
                    user_id TEXT NOT NULL,
                    app_id TEXT NOT NULL,
                    pushkey TEXT NOT NULL,
                    device_id TEXT NOT NULL,
                    kind TEXT NOT NULL,
                    app_display_name TEXT NOT NULL,
                    device_display_name TEXT NOT NULL,
                    profile_tag TEXT,
                    lang TEXT NOT NULL,
                    data BLOB NOT NULL,
                    is_enabled INTEGER NOT NULL,
                    set_at INTEGER NOT NULL,
                    PRIMARY KEY (user_id, app_id, pushkey),
                    FOREIGN KEY (user_id, device_id) REFERENCES device (user_id, device_id) ON DELETE CASCADE
                ) WITHOUT ROWID;
                CREATE INDEX pusher_key ON pusher (app_id, pushkey);
                CREATE INDEX pusher_device ON pusher (user_id, device_id);
                """)
        }),
    ]
}
