import GRDB

/// The tables of to-device messages and of devices' keys. Their rows are deleted with the device.
enum DeviceSchema: SchemaPart {
    static let migrations: [(name: String, apply: @Sendable (Database) throws -> Void)] = [
        (
            "devices, version 1",
            { db in
                try db.execute(
                    sql: """
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
                        CREATE INDEX key_signature_by_signer ON key_signature(signer);
                        CREATE TRIGGER to_device_comes AFTER INSERT ON to_device BEGIN
                            UPDATE device SET to_device_load = to_device_load + length(NEW.content) + \(ToDeviceLoad.perMessage)
                            WHERE user_id = NEW.user AND device_id = NEW.device;
                        END;
                        CREATE TRIGGER to_device_goes AFTER DELETE ON to_device BEGIN
                            UPDATE device SET to_device_load = to_device_load - length(OLD.content) - \(ToDeviceLoad.perMessage)
                            WHERE user_id = OLD.user AND device_id = OLD.device;
                        END;
                        """)
                for (table, column) in [("device_key", "keys"), ("one_time_key", "key"), ("fallback_key", "key")] {
                    for (event, change) in [
                        ("INSERT", "+ length(NEW.\(column))"),
                        ("UPDATE OF \(column)", "+ length(NEW.\(column)) - length(OLD.\(column))"),
                        ("DELETE", "- length(OLD.\(column))"),
                    ] {
                        let row = event == "DELETE" ? "OLD" : "NEW", name = event.prefix(6).lowercased()
                        try db.execute(
                            sql: """
                                CREATE TRIGGER \(table)_weighs_after_\(name) AFTER \(event) ON \(table) BEGIN
                                    UPDATE device SET key_load = key_load \(change) WHERE user_id = \(row).user AND device_id = \(row).device;
                                END
                                """)
                    }
                }
            }
        )
    ]
}
