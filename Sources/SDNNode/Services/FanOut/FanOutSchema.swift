import GRDB

/// The table of unfinished fan-outs. A row is written with the first change and deleted with the last one.
enum FanOutSchema: SchemaPart {
    static let migrations: [(name: String, apply: @Sendable (Database) throws -> Void)] = [
        (
            "fan-outs, version 1",
            { db in
                try db.execute(
                    sql: """
                        CREATE TABLE fan_out (
                            id INTEGER PRIMARY KEY AUTOINCREMENT,
                            kind TEXT NOT NULL,
                            subject TEXT NOT NULL,
                            user TEXT NOT NULL,
                            plan BLOB NOT NULL
                        );
                        CREATE INDEX fan_out_by_subject ON fan_out(kind, subject);
                        """)
            }
        )
    ]
}
