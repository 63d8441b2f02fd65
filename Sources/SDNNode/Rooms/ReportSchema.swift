import GRDB

/// The tables of reports and of OpenID tokens.
enum ReportSchema: SchemaPart {
    static let migrations: [(name: String, apply: @Sendable (Database) throws -> Void)] = [
        (
            "reports, version 1",
            { db in
                try db.execute(
                    sql: """
                        CREATE TABLE report (
                            id INTEGER PRIMARY KEY,
                            room_id TEXT NOT NULL,
                            event_id TEXT NOT NULL,
                            reporter TEXT NOT NULL,
                            score INTEGER,
                            reason TEXT,
                            reported_at INTEGER NOT NULL
                        );
                        CREATE INDEX report_reporter ON report (reporter, event_id);
                        CREATE TABLE openid_token (
                            hash BLOB PRIMARY KEY NOT NULL,
                            user_id TEXT NOT NULL REFERENCES account (user_id) ON DELETE CASCADE,
                            expires_at INTEGER NOT NULL
                        ) WITHOUT ROWID;
                        CREATE INDEX openid_token_expiry ON openid_token (expires_at);
                        CREATE INDEX openid_token_user ON openid_token (user_id);
                        """)
            }
        )
    ]
}
