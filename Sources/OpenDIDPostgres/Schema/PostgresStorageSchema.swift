import HeraldPostgres

/// The tables of the servers' identities and of the salt, as in SQLite.
enum PostgresStorageSchema {
    static let migrations = [
        PostgresMigration(
            "identity, version 1",
            """
            CREATE TABLE service_identity (
                role text PRIMARY KEY,
                did text NOT NULL,
                document bytea NOT NULL,
                keys bytea NOT NULL
            )
            """),
        PostgresMigration(
            "salt, version 1",
            // One row at most.
            "CREATE TABLE service_salt (number bigint PRIMARY KEY CHECK (number = 1), salt bytea NOT NULL)"),
    ]
}
