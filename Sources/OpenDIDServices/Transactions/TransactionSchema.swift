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
    ]
}
