import HeraldPostgres

/// The tables of the limits that all processes of a schema count together. SQLite has none, because its process counts in memory.
enum PostgresLimitSchema {
    static let migrations = [
        PostgresMigration(
            "limits, version 1",
            """
            -- Times are in microseconds. A bucket that is full again has the same effect as no row.
            CREATE UNLOGGED TABLE client_limit (
                name text COLLATE "C" PRIMARY KEY,
                burst bigint NOT NULL,
                step bigint NOT NULL,
                wanted bigint NOT NULL,
                asked_at bigint NOT NULL,
                full_at bigint NOT NULL,
                granted bigint NOT NULL
            );
            CREATE INDEX client_limit_full ON client_limit (full_at);
            CREATE UNLOGGED TABLE token_guess (
                name text COLLATE "C" PRIMARY KEY,
                wrong bigint NOT NULL,
                forgotten_at bigint NOT NULL
            );
            CREATE INDEX token_guess_end ON token_guess (forgotten_at);
            -- The client that opened a transaction and its network, as long as the transaction counts as open.
            ALTER TABLE service_transaction ADD COLUMN client text COLLATE "C", ADD COLUMN network text COLLATE "C";
            CREATE INDEX service_transaction_client ON service_transaction (client) WHERE client IS NOT NULL;
            CREATE INDEX service_transaction_network ON service_transaction (network) WHERE network IS NOT NULL;
            """)
    ]
}
