import HeraldPostgres

/// The tables of the app provider, the wallet provider and the notification provider, as in SQLite.
enum PostgresProviderSchema {
    static let migrations = [
        PostgresMigration(
            "cas, version 1", "CREATE TABLE cas_user (user_index text PRIMARY KEY, pii bytea NOT NULL)"),
        PostgresMigration(
            "wallet, version 1",
            """
            CREATE TABLE wallet_device (
                did text PRIMARY KEY,
                wallet_id text NOT NULL UNIQUE,
                document bytea NOT NULL,
                answer bytea NOT NULL,
                unused_since bigint
            );
            CREATE INDEX wallet_device_unused ON wallet_device (unused_since) WHERE unused_since IS NOT NULL;
            """),
        PostgresMigration(
            "noti, version 1",
            """
            CREATE TABLE noti_message (number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, message bytea NOT NULL)
            """),
    ]
}
