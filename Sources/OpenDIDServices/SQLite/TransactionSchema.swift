import GRDB

enum TransactionSchema {
    static let migrations = [
        SQLiteMigration("transactions, version 1") { db in
            try db.execute(
                sql: """
                    -- When a row goes is its own: what nobody went on with goes sooner than what somebody may ask for again.
                    CREATE TABLE service_transaction (
                        role TEXT NOT NULL, id TEXT NOT NULL, flow TEXT NOT NULL, state TEXT NOT NULL, revision INTEGER NOT NULL,
                        created INTEGER NOT NULL, expires INTEGER NOT NULL, data BLOB NOT NULL, forgotten INTEGER NOT NULL DEFAULT 0,
                        PRIMARY KEY (role, id)
                    ) WITHOUT ROWID;
                    CREATE INDEX service_transaction_forgotten ON service_transaction (forgotten);
                    CREATE TABLE service_step (
                        role TEXT NOT NULL, transaction_id TEXT NOT NULL, step TEXT NOT NULL, request BLOB NOT NULL, answer BLOB NOT NULL,
                        PRIMARY KEY (role, transaction_id, step),
                        FOREIGN KEY (role, transaction_id) REFERENCES service_transaction (role, id) ON DELETE CASCADE
                    ) WITHOUT ROWID;
                    """)
        }
    ]
}
