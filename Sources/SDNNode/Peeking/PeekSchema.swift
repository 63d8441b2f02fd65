import GRDB

/// The table of rooms that devices peek into. Its rows are deleted with the device.
enum PeekSchema: SchemaPart {
    static let migrations: [(name: String, apply: @Sendable (Database) throws -> Void)] = [
        (
            "peeking, version 1",
            { db in
                try db.execute(
                    sql: """
                        CREATE TABLE peek (
                            user TEXT NOT NULL,
                            device TEXT NOT NULL,
                            room INTEGER NOT NULL,
                            ord INTEGER NOT NULL,
                            PRIMARY KEY (user, device, room),
                            FOREIGN KEY (user, device) REFERENCES device (user_id, device_id) ON DELETE CASCADE
                        ) WITHOUT ROWID;
                        CREATE INDEX peek_by_room ON peek(room);
                        """)
            }
        )
    ]
}
