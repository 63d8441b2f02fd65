import GRDB

/// The tables of key backups. `bytes` and `keys` store the sums of the backup's rows, so that no query has to sum them. A backup with `is_gone` was
/// deleted; its row stays until its keys are deleted.
///
/// `version` never occurs twice, not even after a deletion, because a client compares it with the version that it knows.
enum BackupSchema: SchemaPart {
    static let migrations: [(name: String, apply: @Sendable (Database) throws -> Void)] = [
        (
            "key backups, version 1",
            { db in
                // A key has about 1 KiB. In a table without row IDs, each key would take a page of its own.
                try db.execute(
                    sql: """
                        CREATE TABLE key_backup (
                            version INTEGER PRIMARY KEY AUTOINCREMENT,
                            user TEXT NOT NULL,
                            algorithm TEXT NOT NULL,
                            auth_data BLOB NOT NULL,
                            etag INTEGER NOT NULL DEFAULT 0,
                            keys INTEGER NOT NULL DEFAULT 0,
                            bytes INTEGER NOT NULL DEFAULT 0,
                            is_gone INTEGER NOT NULL DEFAULT 0
                        );
                        CREATE INDEX key_backup_by_user ON key_backup(user, version);
                        CREATE TABLE backed_up_key (
                            id INTEGER PRIMARY KEY,
                            version INTEGER NOT NULL,
                            room TEXT NOT NULL,
                            session TEXT NOT NULL,
                            first_index INTEGER NOT NULL,
                            forwarded INTEGER NOT NULL,
                            is_verified INTEGER NOT NULL,
                            data BLOB NOT NULL,
                            UNIQUE (version, room, session)
                        );
                        """)
            }
        )
    ]
}
