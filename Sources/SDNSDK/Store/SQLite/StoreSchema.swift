import GRDB

/// The tables of a store file. A change is a new migration; an old one is never edited.
enum StoreSchema {
    /// Returns the migrations.
    /// - Parameter cell: the cell that seals content. A store file of an older version holds unencrypted content.
    static func migrator(_ cell: StoreCell) -> DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1") { db in
            try db.execute(
                sql: """
                    CREATE TABLE session (key TEXT PRIMARY KEY NOT NULL, value TEXT NOT NULL) WITHOUT ROWID;
                    CREATE TABLE room (
                        id INTEGER PRIMARY KEY, roomId TEXT NOT NULL UNIQUE, membership TEXT NOT NULL, details BLOB NOT NULL);
                    CREATE TABLE state (
                        room INTEGER NOT NULL REFERENCES room, type TEXT NOT NULL, stateKey TEXT NOT NULL, raw BLOB NOT NULL,
                        PRIMARY KEY (room, type, stateKey));
                    CREATE TABLE segment (
                        id INTEGER PRIMARY KEY AUTOINCREMENT, room INTEGER NOT NULL REFERENCES room, prevToken TEXT, isComplete INTEGER NOT NULL,
                        first INTEGER NOT NULL, "end" INTEGER NOT NULL);
                    CREATE INDEX segmentOfRoom ON segment (room, id);
                    CREATE TABLE event (
                        room INTEGER NOT NULL REFERENCES room, eventId TEXT NOT NULL, segment INTEGER NOT NULL REFERENCES segment,
                        position INTEGER NOT NULL, type TEXT NOT NULL, relatesTo TEXT, relationType TEXT, raw BLOB NOT NULL,
                        PRIMARY KEY (room, eventId));
                    CREATE UNIQUE INDEX eventInSegment ON event (segment, position);
                    CREATE INDEX eventRelation ON event (room, relatesTo) WHERE relatesTo IS NOT NULL;
                    CREATE TABLE outgoing (
                        number INTEGER PRIMARY KEY AUTOINCREMENT, localId TEXT NOT NULL UNIQUE, roomId TEXT NOT NULL, type TEXT NOT NULL,
                        content BLOB NOT NULL, redacts TEXT, createdAt INTEGER NOT NULL, status TEXT NOT NULL, eventId TEXT,
                        failureCode TEXT, failureReason TEXT);
                    CREATE TABLE profile (userId TEXT PRIMARY KEY NOT NULL, displayname TEXT, avatarUrl TEXT) WITHOUT ROWID;
                    CREATE TABLE accountData (
                        roomId TEXT NOT NULL, type TEXT NOT NULL, raw BLOB NOT NULL, PRIMARY KEY (roomId, type));
                    """)
        }
        migrator.registerMigration("cached syncs and receipts") { db in
            try db.execute(
                sql: """
                    CREATE TABLE cachedSync (number INTEGER PRIMARY KEY AUTOINCREMENT, since TEXT, nextBatch TEXT NOT NULL, response BLOB NOT NULL);
                    CREATE TABLE receipt (
                        room INTEGER NOT NULL REFERENCES room, userId TEXT NOT NULL, thread TEXT NOT NULL, type TEXT NOT NULL,
                        eventId TEXT NOT NULL, ts INTEGER NOT NULL, PRIMARY KEY (room, userId, thread, type)) WITHOUT ROWID;
                    CREATE INDEX receiptOfEvent ON receipt (room, eventId);
                    """)
        }
        migrator.registerMigration("2") { try StoreClustering.apply($0, cell) }
        migrator.registerMigration("files and drafts") { db in
            try db.execute(
                sql: """
                    CREATE TABLE attachment (
                        localId TEXT NOT NULL, member TEXT NOT NULL, about BLOB NOT NULL, bytes BLOB NOT NULL, PRIMARY KEY (localId, member));
                    CREATE TRIGGER attachmentsGo AFTER DELETE ON outgoing BEGIN DELETE FROM attachment WHERE localId = old.localId; END;
                    CREATE TABLE draft (roomId TEXT NOT NULL, threadId TEXT NOT NULL, text BLOB NOT NULL, PRIMARY KEY (roomId, threadId)) WITHOUT ROWID;
                    """)
        }
        migrator.registerMigration("first state") { db in
            try db.execute(sql: "CREATE TABLE firstState (room INTEGER PRIMARY KEY, events BLOB NOT NULL)")
        }
        migrator.registerMigration("attempts") { try $0.execute(sql: "ALTER TABLE outgoing ADD COLUMN attemptedBy TEXT") }
        return migrator
    }
}
