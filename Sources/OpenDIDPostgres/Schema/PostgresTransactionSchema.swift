import HeraldPostgres

/// The tables of the transactions, as in SQLite.
enum PostgresTransactionSchema {
    static let migrations = [
        PostgresMigration(
            "transactions, version 1",
            """
            CREATE TABLE service_transaction (
                role text COLLATE "C" NOT NULL,
                id text COLLATE "C" NOT NULL,
                flow text NOT NULL,
                state text NOT NULL,
                revision bigint NOT NULL,
                created bigint NOT NULL,
                expires bigint NOT NULL,
                data bytea NOT NULL,
                forgotten bigint NOT NULL,
                PRIMARY KEY (role, id)
            );
            CREATE INDEX service_transaction_forgotten ON service_transaction (forgotten);
            CREATE TABLE service_step (
                role text COLLATE "C" NOT NULL,
                transaction_id text COLLATE "C" NOT NULL,
                step text COLLATE "C" NOT NULL,
                request bytea NOT NULL,
                answer bytea NOT NULL,
                PRIMARY KEY (role, transaction_id, step),
                FOREIGN KEY (role, transaction_id) REFERENCES service_transaction (role, id) ON DELETE CASCADE
            );
            """)
    ]
}
