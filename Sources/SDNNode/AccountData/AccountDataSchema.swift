import GRDB

/// What the table of account data gained. An entry that was taken away stays as a mark, so that sync can tell other devices.
enum AccountDataSchema: SchemaPart {
    static let migrations: [(name: String, apply: @Sendable (Database) throws -> Void)] = [
        ("account data 1", { db in try db.execute(sql: "ALTER TABLE account_data ADD COLUMN is_deleted INTEGER NOT NULL DEFAULT 0") }),
    ]
}
