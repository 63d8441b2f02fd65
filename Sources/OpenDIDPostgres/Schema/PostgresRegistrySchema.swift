import HeraldPostgres

/// The registry's tables, as in SQLite.
enum PostgresRegistrySchema {
    static let migrations = [
        PostgresMigration(
            "registry, version 1",
            """
            -- Every instance caches documents by revision. A number that is used once in all tells them apart even if a DID was deleted
            -- and registered again.
            CREATE SEQUENCE ledger_revision;
            CREATE TABLE ledger_did (
                did text PRIMARY KEY,
                role text NOT NULL,
                status text NOT NULL,
                newest text NOT NULL,
                terminated bigint,
                revision bigint NOT NULL DEFAULT nextval('ledger_revision')
            );
            ALTER SEQUENCE ledger_revision OWNED BY ledger_did.revision;
            CREATE TABLE ledger_did_version (
                did text NOT NULL REFERENCES ledger_did (did),
                version text NOT NULL,
                document bytea NOT NULL,
                entered bigint NOT NULL,
                PRIMARY KEY (did, version)
            );
            CREATE TABLE ledger_status_change (
                number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
                kind text NOT NULL,
                subject text NOT NULL,
                status text NOT NULL,
                at bigint NOT NULL
            );
            CREATE INDEX ledger_status_change_subject ON ledger_status_change (kind, subject);
            CREATE TABLE ledger_credential (
                id text PRIMARY KEY,
                issuer text NOT NULL,
                subject text NOT NULL,
                status text NOT NULL,
                meta bytea NOT NULL
            );
            CREATE INDEX ledger_credential_subject ON ledger_credential (subject);
            CREATE TABLE ledger_schema (
                id text PRIMARY KEY,
                name text NOT NULL,
                owner text NOT NULL,
                body bytea NOT NULL,
                UNIQUE (owner, name)
            );
            -- Numbers of the database, because the next of all positions in the table would make all writes of plans conflict.
            CREATE TABLE ledger_plan (
                id text COLLATE "C" PRIMARY KEY,
                position bigint GENERATED ALWAYS AS IDENTITY,
                body bytea NOT NULL,
                owner text
            );
            CREATE INDEX ledger_plan_owner ON ledger_plan (owner);
            CREATE INDEX ledger_plan_position ON ledger_plan (position, id);
            CREATE TABLE ledger_provider (
                did text COLLATE "C" PRIMARY KEY,
                role text NOT NULL,
                name text NOT NULL,
                certificate_ref text NOT NULL,
                base_url text NOT NULL,
                certificate bytea
            );
            CREATE INDEX ledger_provider_role ON ledger_provider (role, did);
            CREATE TABLE ledger_app (
                wallet text NOT NULL,
                package text COLLATE "C" NOT NULL,
                PRIMARY KEY (wallet, package)
            );
            """)
    ]
}
