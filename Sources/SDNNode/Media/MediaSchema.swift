import GRDB

/// The table of files. Their bytes lie beside the database, named by their hash; a file that was sent twice is kept once.
enum MediaSchema: SchemaPart {
    static let migrations: [(name: String, apply: @Sendable (Database) throws -> Void)] = [
        ("media 1", { db in
            try db.execute(sql: """
                CREATE TABLE media (
                    id TEXT PRIMARY KEY NOT NULL,
                    hash TEXT NOT NULL,
                    length INTEGER NOT NULL,
                    content_type TEXT NOT NULL,
                    filename TEXT,
                    uploader TEXT NOT NULL,
                    created_at INTEGER NOT NULL
                ) WITHOUT ROWID;
                CREATE INDEX media_uploader ON media (uploader, length);
                """)
        }),
        ("media 2", { db in try db.execute(sql: "CREATE INDEX media_hash ON media (hash)") }),
    ]
}
