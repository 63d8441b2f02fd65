import GRDB

/// The table of the accounts that an operator's program registered as administrators.
enum AdministratorSchema: SchemaPart {
    static let migrations: [(name: String, apply: @Sendable (Database) throws -> Void)] = [
        (
            "administrators, version 1",
            { db in
                try db.execute(
                    sql: """
                        CREATE TABLE administrator (
                            user_id TEXT PRIMARY KEY NOT NULL REFERENCES account (user_id) ON DELETE CASCADE
                        ) WITHOUT ROWID;
                        """)
            }
        )
    ]
}
