import GRDB

/// The tables of a vault's file. A change needs a new migration, and old migrations are never edited.
enum VaultSchema {
    static let migrator: DatabaseMigrator = {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1") { db in
            try db.execute(
                sql: """
                    CREATE TABLE plain (name TEXT PRIMARY KEY NOT NULL, value BLOB NOT NULL) WITHOUT ROWID;
                    CREATE TABLE item (kind TEXT NOT NULL, id TEXT NOT NULL, value BLOB NOT NULL, PRIMARY KEY (kind, id));
                    """)
        }
        return migrator
    }()
}
