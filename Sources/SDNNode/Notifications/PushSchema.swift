import GRDB

/// The tables of pushers, push rules and notifications.
///
/// The pushers of a device are deleted with it, so that a logout ends its notifications (SDN sheet 6.1). All members of a room with the default rules
/// share one row for each event; see ``PushTally``.
enum PushSchema: SchemaPart {
    static let migrations: [(name: String, apply: @Sendable (Database) throws -> Void)] = [
        (
            "push, version 1",
            { db in
                // `setting` distinguishes a pusher from an earlier one with the same key, even within the same millisecond. `network` is the network of
                // the address from which the user set the pusher.
                try db.execute(
                    sql: """
                        CREATE TABLE pusher (
                            user_id TEXT NOT NULL,
                            app_id TEXT NOT NULL,
                            pushkey TEXT NOT NULL,
                            device_id TEXT NOT NULL,
                            kind TEXT NOT NULL,
                            app_display_name TEXT NOT NULL,
                            device_display_name TEXT NOT NULL,
                            profile_tag TEXT,
                            lang TEXT NOT NULL,
                            data BLOB NOT NULL,
                            is_enabled INTEGER NOT NULL,
                            set_at INTEGER NOT NULL,
                            position INTEGER NOT NULL DEFAULT 0,
                            failing_since INTEGER,
                            retry_at INTEGER,
                            retry_after INTEGER,
                            setting INTEGER NOT NULL DEFAULT 0,
                            network TEXT,
                            PRIMARY KEY (user_id, app_id, pushkey),
                            FOREIGN KEY (user_id, device_id) REFERENCES device (user_id, device_id) ON DELETE CASCADE
                        ) WITHOUT ROWID;
                        CREATE INDEX pusher_key ON pusher (app_id, pushkey);
                        CREATE INDEX pusher_device ON pusher (user_id, device_id);

                        CREATE TABLE push_rule (
                            user TEXT NOT NULL,
                            kind TEXT NOT NULL,
                            rule_id TEXT NOT NULL,
                            place INTEGER,
                            is_enabled INTEGER,
                            conditions BLOB,
                            pattern TEXT,
                            actions BLOB,
                            PRIMARY KEY (user, kind, rule_id)
                        ) WITHOUT ROWID;
                        CREATE TABLE push_custom (user TEXT NOT NULL PRIMARY KEY, since INTEGER NOT NULL, changed INTEGER NOT NULL) WITHOUT ROWID;

                        CREATE TABLE notified (
                            room INTEGER NOT NULL,
                            ord INTEGER NOT NULL,
                            sender TEXT NOT NULL,
                            thread TEXT NOT NULL,
                            is_highlight INTEGER NOT NULL,
                            actions BLOB NOT NULL,
                            PRIMARY KEY (room, ord)
                        ) WITHOUT ROWID;
                        CREATE TABLE notified_user (
                            user TEXT NOT NULL,
                            room INTEGER NOT NULL,
                            ord INTEGER NOT NULL,
                            sender TEXT NOT NULL,
                            thread TEXT NOT NULL,
                            notifies INTEGER NOT NULL,
                            is_highlight INTEGER NOT NULL,
                            actions BLOB NOT NULL,
                            PRIMARY KEY (user, room, ord)
                        ) WITHOUT ROWID;
                        CREATE INDEX notified_user_event ON notified_user (room, ord);
                        CREATE INDEX receipt_user ON receipt (user, ord);

                        CREATE TABLE member_word (
                            room INTEGER NOT NULL,
                            word TEXT NOT NULL,
                            user TEXT NOT NULL,
                            PRIMARY KEY (room, word, user)
                        ) WITHOUT ROWID;
                        CREATE INDEX member_word_user ON member_word (user, room);
                        """)
            }
        ),
        (
            "push: removed notifications are counted",
            { db in
                try db.execute(
                    sql: """
                        CREATE TABLE notified_removal (room INTEGER NOT NULL PRIMARY KEY, number INTEGER NOT NULL) WITHOUT ROWID
                        """)
            }
        ),
    ]
}
