import GRDB

enum RegistrySchema {
    static let migrations = [
        SQLiteMigration("registry, version 1") { db in
            try db.execute(
                sql: """
                    CREATE TABLE ledger_did (
                        did TEXT NOT NULL PRIMARY KEY, role TEXT NOT NULL, status TEXT NOT NULL, newest TEXT NOT NULL,
                        terminated INTEGER, revision INTEGER NOT NULL
                    ) WITHOUT ROWID;
                    CREATE TABLE ledger_did_version (
                        did TEXT NOT NULL REFERENCES ledger_did (did), version TEXT NOT NULL, document BLOB NOT NULL, entered INTEGER NOT NULL,
                        PRIMARY KEY (did, version)
                    );
                    CREATE TABLE ledger_status_change (
                        number INTEGER PRIMARY KEY, kind TEXT NOT NULL, subject TEXT NOT NULL, status TEXT NOT NULL, at INTEGER NOT NULL
                    );
                    CREATE INDEX ledger_status_change_subject ON ledger_status_change (kind, subject);
                    CREATE TABLE ledger_credential (
                        id TEXT NOT NULL PRIMARY KEY, issuer TEXT NOT NULL, subject TEXT NOT NULL, status TEXT NOT NULL, meta BLOB NOT NULL
                    );
                    CREATE INDEX ledger_credential_subject ON ledger_credential (subject);
                    CREATE TABLE ledger_schema (
                        id TEXT NOT NULL PRIMARY KEY, name TEXT NOT NULL, owner TEXT NOT NULL, body BLOB NOT NULL,
                        UNIQUE (owner, name)
                    );
                    -- Issuers of other processes may replace their own plans and nobody else's; with each, those that they have are counted.
                    CREATE TABLE ledger_plan (
                        id TEXT NOT NULL PRIMARY KEY, position INTEGER NOT NULL, body BLOB NOT NULL, owner TEXT
                    );
                    CREATE INDEX ledger_plan_owner ON ledger_plan (owner);
                    CREATE TABLE ledger_provider (
                        did TEXT NOT NULL PRIMARY KEY, role TEXT NOT NULL, name TEXT NOT NULL, certificate_ref TEXT NOT NULL,
                        base_url TEXT NOT NULL, certificate BLOB
                    );
                    CREATE INDEX ledger_provider_role ON ledger_provider (role);
                    CREATE TABLE ledger_app (
                        wallet TEXT NOT NULL, package TEXT NOT NULL, PRIMARY KEY (wallet, package)
                    ) WITHOUT ROWID;
                    """)
        }
    ]
}
