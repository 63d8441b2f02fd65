import GRDB

/// The tables of the app provider, the wallet provider and the notification provider.
enum ProviderSchema {
    static let migrations = [
        SQLiteMigration("cas, version 1") { db in
            try db.execute(
                sql: "CREATE TABLE cas_user (user TEXT NOT NULL PRIMARY KEY, pii BLOB NOT NULL) WITHOUT ROWID")
        },
        SQLiteMigration("wallet, version 1") { db in
            try db.execute(
                sql: """
                    CREATE TABLE wallet_device (
                        did TEXT NOT NULL PRIMARY KEY, wallet_id TEXT NOT NULL UNIQUE, document BLOB NOT NULL, answer BLOB NOT NULL,
                        unused_since INTEGER
                    );
                    CREATE INDEX wallet_device_unused ON wallet_device (unused_since) WHERE unused_since IS NOT NULL;
                    """)
        },
        SQLiteMigration("noti, version 1") { db in
            try db.execute(
                sql: "CREATE TABLE noti_message (number INTEGER PRIMARY KEY AUTOINCREMENT, message BLOB NOT NULL)")
        },
    ]
}
