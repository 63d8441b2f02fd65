import GRDB

/// The tables of pushers, push rules, and of what users are to be told.
///
/// The pushers of a device go with it, so that a logout ends its notifications (SDN sheet 6.1). For the members of a room whose rules are
/// the defaults there is one row an event, however many they are; see ``PushTally``.
enum PushSchema: SchemaPart {
    static let migrations: [(name: String, apply: @Sendable (Database) throws -> Void)] = [
        ("push 1", { db in
            try db.execute(sql: """
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
                    PRIMARY KEY (user_id, app_id, pushkey),
                    FOREIGN KEY (user_id, device_id) REFERENCES device (user_id, device_id) ON DELETE CASCADE
                ) WITHOUT ROWID;
                CREATE INDEX pusher_key ON pusher (app_id, pushkey);
                CREATE INDEX pusher_device ON pusher (user_id, device_id);
                """)
        }),
        ("push 2", { db in
            try db.execute(sql: """
                ALTER TABLE pusher ADD COLUMN position INTEGER NOT NULL DEFAULT 0;
                ALTER TABLE pusher ADD COLUMN failing_since INTEGER;
                ALTER TABLE pusher ADD COLUMN retry_at INTEGER;
                ALTER TABLE pusher ADD COLUMN retry_after INTEGER;

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
            try MemberWordStore.fill(in: db)
        }),
        ("push 3", { db in
            // Which setting of a pusher a row is: one that is set anew is another one, also within the same millisecond.
            try db.execute(sql: "ALTER TABLE pusher ADD COLUMN setting INTEGER NOT NULL DEFAULT 0")
        }),
        ("push 4", { db in
            // The address behind which the user stood who set the pusher. Of pushers that stand, the one at which the device was last seen.
            try db.execute(sql: "ALTER TABLE pusher ADD COLUMN network TEXT")
            let seen = try Row.fetchAll(db, sql: """
                SELECT DISTINCT p.user_id, p.device_id, d.last_seen_ip FROM pusher p
                JOIN device d ON d.user_id = p.user_id AND d.device_id = p.device_id WHERE d.last_seen_ip IS NOT NULL
                """)
            let statement = try db.makeStatement(sql: "UPDATE pusher SET network = ? WHERE user_id = ? AND device_id = ?")
            for row in seen {
                let (user, device, address): (String, String, String) = (row[0], row[1], row[2])
                try statement.execute(arguments: [RemoteNetwork.key(of: address), user, device])
            }
        }),
    ]
}
