import GRDB

/// The tables of contacts and of the steps that users have reached in the app's introduction.
enum ContactSchema: SchemaPart {
    static let migrations: [(name: String, apply: @Sendable (Database) throws -> Void)] = [
        (
            "contacts, version 1",
            { db in
                try db.execute(
                    sql: """
                        CREATE TABLE contact (
                            user_id TEXT NOT NULL REFERENCES account (user_id) ON DELETE CASCADE,
                            is_room INTEGER NOT NULL,
                            contact_id TEXT NOT NULL,
                            tags BLOB NOT NULL,
                            added_at INTEGER NOT NULL,
                            PRIMARY KEY (user_id, is_room, contact_id)
                        ) WITHOUT ROWID;
                        CREATE TABLE guide (
                            user_id TEXT PRIMARY KEY NOT NULL REFERENCES account (user_id) ON DELETE CASCADE,
                            step BLOB NOT NULL
                        ) WITHOUT ROWID;
                        """)
            }
        )
    ]
}
