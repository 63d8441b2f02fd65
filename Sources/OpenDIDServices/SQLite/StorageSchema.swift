import GRDB

enum StorageSchema {
    static let migrations = [
        SQLiteMigration("identity, version 1") { db in
            try db.execute(
                sql: """
                    CREATE TABLE service_identity (
                        role TEXT NOT NULL PRIMARY KEY, did TEXT NOT NULL, document BLOB NOT NULL, keys BLOB NOT NULL
                    ) WITHOUT ROWID;
                    """)
        },
        SQLiteMigration("salt, version 1") { db in
            try db.execute(
                sql: """
                    -- One row at most. In a data directory, the salt is in a file beside the database.
                    CREATE TABLE service_salt (number INTEGER NOT NULL PRIMARY KEY CHECK (number = 1), salt BLOB NOT NULL);
                    """)
        },
    ]
}
