import GRDB

/// The table of suspended accounts.
enum SuspensionSchema: SchemaPart {
    static let migrations: [(name: String, apply: @Sendable (Database) throws -> Void)] = [
        (
            "suspensions, version 1",
            { db in
                try db.execute(
                    sql: """
                        CREATE TABLE suspension (
                            user_id TEXT PRIMARY KEY NOT NULL REFERENCES account (user_id) ON DELETE CASCADE
                        ) WITHOUT ROWID;
                        """)
            }
        )
    ]
}
