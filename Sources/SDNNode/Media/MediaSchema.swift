import GRDB

/// The table of files. The bytes are in files beside the database, named by their hash. A file that was uploaded twice is stored once.
enum MediaSchema: SchemaPart {
    static let migrations: [(name: String, apply: @Sendable (Database) throws -> Void)] = [
        (
            "media, version 1",
            { db in
                try db.execute(
                    sql: """
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
                        CREATE INDEX media_hash ON media (hash);
                        -- What a user has is known without adding it up for each file.
                        CREATE TABLE media_use (uploader TEXT PRIMARY KEY NOT NULL, files INTEGER NOT NULL, bytes INTEGER NOT NULL) WITHOUT ROWID;
                        CREATE TRIGGER media_comes AFTER INSERT ON media BEGIN
                            INSERT INTO media_use (uploader, files, bytes) VALUES (NEW.uploader, 1, NEW.length)
                            ON CONFLICT (uploader) DO UPDATE SET files = files + 1, bytes = bytes + excluded.bytes;
                        END;
                        CREATE TRIGGER media_goes AFTER DELETE ON media BEGIN
                            UPDATE media_use SET files = files - 1, bytes = bytes - OLD.length WHERE uploader = OLD.uploader;
                        END;
                        """)
            }
        ),
        (
            "media, asynchronous uploads and quarantine",
            { db in
                try db.execute(
                    sql: """
                        CREATE TABLE media_reservation (
                            id TEXT PRIMARY KEY NOT NULL,
                            uploader TEXT NOT NULL,
                            created_at INTEGER NOT NULL,
                            expires_at INTEGER NOT NULL
                        ) WITHOUT ROWID;
                        CREATE INDEX media_reservation_uploader ON media_reservation (uploader, expires_at);
                        CREATE INDEX media_reservation_expiry ON media_reservation (expires_at);
                        -- The content is quarantined, so that a second upload of it is not served either.
                        CREATE TABLE media_quarantine (hash TEXT PRIMARY KEY NOT NULL, created_at INTEGER NOT NULL) WITHOUT ROWID;
                        """)
            }
        ),
        (
            "media, retention",
            { db in
                try db.execute(
                    sql: """
                        ALTER TABLE media ADD COLUMN used_at INTEGER NOT NULL DEFAULT 0;
                        UPDATE media SET used_at = created_at;
                        CREATE INDEX media_used ON media (used_at);
                        """)
            }
        ),
    ]
}
