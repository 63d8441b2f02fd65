import GRDB
import MYKEYWire

/// The tables of ``SQLiteReplayStore``.
///
/// Received strings are stored as bytes. As text values of SQLite they would end at a zero byte, so that two different uuIDs could become
/// equal.
enum ReplayTables {
    /// The names of migrations never change after a release.
    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("mykey, version 1") { db in
            try db.execute(
                sql: """
                    CREATE TABLE mykey_expected(
                        uuid BLOB PRIMARY KEY NOT NULL, session BLOB, until INTEGER, used INTEGER NOT NULL DEFAULT 0) STRICT;
                    CREATE INDEX mykey_expected_session ON mykey_expected(session);
                    CREATE INDEX mykey_expected_until ON mykey_expected(until);
                    CREATE TABLE mykey_signed(digest BLOB PRIMARY KEY NOT NULL, until INTEGER NOT NULL) STRICT;
                    CREATE INDEX mykey_signed_until ON mykey_signed(until);
                    CREATE TABLE mykey_reply(
                        body BLOB PRIMARY KEY NOT NULL, code INTEGER NOT NULL, message TEXT NOT NULL, until INTEGER NOT NULL,
                        salt BLOB) STRICT;
                    CREATE INDEX mykey_reply_until ON mykey_reply(until);
                    CREATE TABLE mykey_login(
                        session BLOB PRIMARY KEY NOT NULL, facts TEXT NOT NULL, until INTEGER NOT NULL, code BLOB,
                        misses INTEGER NOT NULL DEFAULT 0) STRICT;
                    CREATE INDEX mykey_login_until ON mykey_login(until);
                    CREATE TABLE mykey_nonce(
                        nonce BLOB PRIMARY KEY NOT NULL, session BLOB NOT NULL, until INTEGER NOT NULL,
                        spent INTEGER NOT NULL DEFAULT 0) STRICT;
                    CREATE INDEX mykey_nonce_until ON mykey_nonce(until);
                    """)
        }
        // Users that were bound by an earlier release have no account until their next accepted login.
        migrator.registerMigration("mykey, version 2") { db in
            try db.execute(sql: "ALTER TABLE mykey_expected ADD COLUMN account TEXT")
        }
        // Logins that an earlier release accepted count as announced. `id` and `login` are the `AcceptedLogin.id` of a login.
        migrator.registerMigration("mykey, version 3") { db in
            try db.execute(
                sql: """
                    ALTER TABLE mykey_login ADD COLUMN announced INTEGER NOT NULL DEFAULT 1;
                    ALTER TABLE mykey_login ADD COLUMN id TEXT;
                    CREATE INDEX mykey_login_id ON mykey_login(id);
                    ALTER TABLE mykey_reply ADD COLUMN login TEXT;
                    """)
        }
        return migrator
    }

    /// The tables whose rows expire.
    private static let ending = ["mykey_expected", "mykey_signed", "mykey_reply", "mykey_login", "mykey_nonce"]

    /// The number of expired rows that one call deletes from a table. It is larger than the number of rows that one call adds, so the
    /// tables shrink.
    static let slice = 64

    /// Deletes some of the expired rows. An expired row is ignored, even if it was not deleted yet. Bindings do not expire.
    static func deleteEnded(before now: UnixTime, in db: Database) throws {
        for table in ending {
            try db.execute(
                sql: "DELETE FROM \(table) WHERE rowid IN (SELECT rowid FROM \(table) WHERE until < ? LIMIT \(slice))",
                arguments: [now.seconds])
        }
    }
}
