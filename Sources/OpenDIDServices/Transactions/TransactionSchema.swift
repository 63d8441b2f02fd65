import GRDB

enum TransactionSchema {
    static let migrations = [
        ServiceMigration("transactions-1") { db in
            try db.execute(sql: """
                CREATE TABLE service_transaction (
                    role TEXT NOT NULL, id TEXT NOT NULL, flow TEXT NOT NULL, state TEXT NOT NULL, revision INTEGER NOT NULL,
                    created INTEGER NOT NULL, expires INTEGER NOT NULL, data BLOB NOT NULL,
                    PRIMARY KEY (role, id)
                ) WITHOUT ROWID;
                CREATE INDEX service_transaction_expires ON service_transaction (expires);
                CREATE TABLE service_step (
                    role TEXT NOT NULL, transaction_id TEXT NOT NULL, step TEXT NOT NULL, request BLOB NOT NULL, answer BLOB NOT NULL,
                    PRIMARY KEY (role, transaction_id, step),
                    FOREIGN KEY (role, transaction_id) REFERENCES service_transaction (role, id) ON DELETE CASCADE
                ) WITHOUT ROWID;
                """)
        },
        ServiceMigration("transactions-2") { db in
            // When a row goes is its own: what nobody went on with goes sooner than what somebody may ask for again.
            try db.execute(sql: """
                ALTER TABLE service_transaction ADD COLUMN forgotten INTEGER NOT NULL DEFAULT 0;
                UPDATE service_transaction SET forgotten = expires + 86400;
                DROP INDEX service_transaction_expires;
                CREATE INDEX service_transaction_forgotten ON service_transaction (forgotten);
                """)
        },
    ]

    static let expired = ExpiredRows("""
        DELETE FROM service_transaction WHERE (role, id) IN (
            SELECT role, id FROM service_transaction WHERE forgotten < ? ORDER BY forgotten LIMIT ?)
        """)
}
