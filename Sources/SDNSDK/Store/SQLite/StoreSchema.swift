import GRDB

/// The tables of a store file. A change is a new migration; an old one is never edited.
enum StoreSchema {
    static let migrator: DatabaseMigrator = {
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
        return migrator
    }()
}
