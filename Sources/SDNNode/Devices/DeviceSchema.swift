import GRDB

/// What the table of devices gained, and the tables of what is sent to devices and of their keys. All of it goes with its device.
enum DeviceSchema: SchemaPart {
    static let migrations: [(name: String, apply: @Sendable (Database) throws -> Void)] = [
        ("devices 1", { db in
            try db.execute(sql: """
                ALTER TABLE device ADD COLUMN last_seen_ip TEXT;
                ALTER TABLE device ADD COLUMN last_seen_at INTEGER;
                """)
        }),
        ("devices 2", { db in
            try db.execute(sql: """
                CREATE TABLE to_device (
                    user TEXT NOT NULL,
                    device TEXT NOT NULL,
                    ord INTEGER NOT NULL,
                    sender TEXT NOT NULL,
                    type TEXT NOT NULL,
                    content BLOB NOT NULL,
                    PRIMARY KEY (user, device, ord),
                    FOREIGN KEY (user, device) REFERENCES device (user_id, device_id) ON DELETE CASCADE
                ) WITHOUT ROWID;
                CREATE TABLE device_key (
                    user TEXT NOT NULL,
                    device TEXT NOT NULL,
                    keys BLOB NOT NULL,
                    PRIMARY KEY (user, device),
                    FOREIGN KEY (user, device) REFERENCES device (user_id, device_id) ON DELETE CASCADE
                ) WITHOUT ROWID;
                CREATE TABLE one_time_key (
                    id INTEGER PRIMARY KEY,
                    user TEXT NOT NULL,
                    device TEXT NOT NULL,
                    algorithm TEXT NOT NULL,
                    key_id TEXT NOT NULL,
                    key BLOB NOT NULL,
                    UNIQUE (user, device, algorithm, key_id),
                    FOREIGN KEY (user, device) REFERENCES device (user_id, device_id) ON DELETE CASCADE
                );
                CREATE TABLE fallback_key (
                    user TEXT NOT NULL,
                    device TEXT NOT NULL,
                    algorithm TEXT NOT NULL,
                    key_id TEXT NOT NULL,
                    key BLOB NOT NULL,
                    is_used INTEGER NOT NULL DEFAULT 0,
                    PRIMARY KEY (user, device, algorithm),
                    FOREIGN KEY (user, device) REFERENCES device (user_id, device_id) ON DELETE CASCADE
                ) WITHOUT ROWID;
                CREATE TABLE key_signature (
                    user TEXT NOT NULL,
                    target TEXT NOT NULL,
                    signer TEXT NOT NULL,
                    key_id TEXT NOT NULL,
                    signature TEXT NOT NULL,
                    PRIMARY KEY (user, target, signer, key_id)
                ) WITHOUT ROWID;
                CREATE TABLE key_change (user TEXT PRIMARY KEY NOT NULL, ord INTEGER NOT NULL) WITHOUT ROWID;
                CREATE INDEX key_change_by_ord ON key_change(ord);
                -- A device can go in many ways; its keys going is always a change that others must hear of.
                CREATE TRIGGER device_key_gone AFTER DELETE ON device_key BEGIN
                    UPDATE stream SET position = position + 1 WHERE id = 1;
                    INSERT OR REPLACE INTO key_change (user, ord) VALUES (OLD.user, (SELECT position FROM stream WHERE id = 1));
                    DELETE FROM key_signature WHERE user = OLD.user AND target = OLD.device;
                END;
                """)
        }),
        ("devices 3", { db in
            // How much waits is known without counting it for each message.
            try db.execute(sql: """
                ALTER TABLE device ADD COLUMN to_device_load INTEGER NOT NULL DEFAULT 0;
                UPDATE device SET to_device_load = (
                    SELECT coalesce(sum(length(content) + \(ToDeviceLoad.perMessage)), 0) FROM to_device
                    WHERE user = user_id AND device = device_id);
                CREATE TRIGGER to_device_comes AFTER INSERT ON to_device BEGIN
                    UPDATE device SET to_device_load = to_device_load + length(NEW.content) + \(ToDeviceLoad.perMessage)
                    WHERE user_id = NEW.user AND device_id = NEW.device;
                END;
                CREATE TRIGGER to_device_goes AFTER DELETE ON to_device BEGIN
                    UPDATE device SET to_device_load = to_device_load - length(OLD.content) - \(ToDeviceLoad.perMessage)
                    WHERE user_id = OLD.user AND device_id = OLD.device;
                END;
                """)
        }),
        ("devices 4", { db in
            // How many bytes of keys a device has is known without reading them, and so is what a user has signed.
            try db.execute(sql: """
                ALTER TABLE device ADD COLUMN key_load INTEGER NOT NULL DEFAULT 0;
                UPDATE device SET key_load =
                    (SELECT coalesce(sum(length(keys)), 0) FROM device_key k WHERE k.user = user_id AND k.device = device_id)
                    + (SELECT coalesce(sum(length(key)), 0) FROM one_time_key k WHERE k.user = user_id AND k.device = device_id)
                    + (SELECT coalesce(sum(length(key)), 0) FROM fallback_key k WHERE k.user = user_id AND k.device = device_id);
                CREATE INDEX key_signature_by_signer ON key_signature(signer);
                """)
            for (table, column) in [("device_key", "keys"), ("one_time_key", "key"), ("fallback_key", "key")] {
                for (event, change) in [
                    ("INSERT", "+ length(NEW.\(column))"), ("UPDATE OF \(column)", "+ length(NEW.\(column)) - length(OLD.\(column))"),
                    ("DELETE", "- length(OLD.\(column))"),
                ] {
                    let row = event == "DELETE" ? "OLD" : "NEW", name = event.prefix(6).lowercased()
                    try db.execute(sql: """
                        CREATE TRIGGER \(table)_weighs_after_\(name) AFTER \(event) ON \(table) BEGIN
                            UPDATE device SET key_load = key_load \(change) WHERE user_id = \(row).user AND device_id = \(row).device;
                        END
                        """)
                }
            }
        }),
        ("devices 5", { db in
            // A device that is gone stays until what it leaves behind is gone as well, and so do the messages up to the one that it has taken.
            // Its end is told when it is marked, and not once more when its keys go.
            try db.execute(sql: """
                ALTER TABLE device ADD COLUMN is_gone INTEGER NOT NULL DEFAULT 0;
                ALTER TABLE device ADD COLUMN taken INTEGER NOT NULL DEFAULT 0;
                DROP TRIGGER device_key_gone;
                """)
        }),
    ]
}
