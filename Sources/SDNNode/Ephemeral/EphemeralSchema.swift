import GRDB

/// The table of receipts. Receipts share the positions of the stream, so that sync finds new ones.
enum EphemeralSchema: SchemaPart {
    static let migrations: [(name: String, apply: @Sendable (Database) throws -> Void)] = [
        (
            "ephemeral, version 1",
            { db in
                try db.execute(
                    sql: """
                        CREATE TABLE receipt (
                            room INTEGER NOT NULL,
                            user TEXT NOT NULL,
                            kind TEXT NOT NULL,
                            thread TEXT NOT NULL,
                            event_id TEXT NOT NULL,
                            event_ord INTEGER NOT NULL,
                            ts INTEGER NOT NULL,
                            ord INTEGER NOT NULL,
                            PRIMARY KEY (room, user, kind, thread)
                        ) WITHOUT ROWID;
                        CREATE INDEX receipt_by_ord ON receipt(room, ord);
                        """)
            }
        )
    ]
}
