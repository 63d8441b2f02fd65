import GRDB

/// The tables of a store file. Each change of the tables is a new migration. A migration that was released is never edited.
///
/// Events are stored in the order in which they are read. The place of an event is the number of its row. Adding an event therefore writes one row at
/// the end of its room, and one short entry that finds the event by ID. Workload A of docs/benchmarks.md measures this.
enum StoreSchema {
    static let migrator: DatabaseMigrator = {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("version 1") { db in
            try db.execute(
                sql: """
                    CREATE TABLE session (key TEXT PRIMARY KEY NOT NULL, value TEXT NOT NULL) WITHOUT ROWID;
                    CREATE TABLE room (
                        id INTEGER PRIMARY KEY, roomId TEXT NOT NULL UNIQUE, membership TEXT NOT NULL, details BLOB NOT NULL,
                        lastMessage INTEGER, lastActivity INTEGER NOT NULL DEFAULT 0, notifications INTEGER NOT NULL DEFAULT 0,
                        highlights INTEGER NOT NULL DEFAULT 0, rank INTEGER NOT NULL DEFAULT 1, generation INTEGER NOT NULL DEFAULT 0);
                    CREATE TABLE segment (
                        id INTEGER PRIMARY KEY AUTOINCREMENT, room INTEGER NOT NULL REFERENCES room, prevToken TEXT, isComplete INTEGER NOT NULL,
                        first INTEGER NOT NULL, "end" INTEGER NOT NULL);
                    CREATE INDEX segmentOfRoom ON segment (room, id);
                    CREATE TABLE outgoing (
                        number INTEGER PRIMARY KEY AUTOINCREMENT, localId TEXT NOT NULL UNIQUE, roomId TEXT NOT NULL, type TEXT NOT NULL,
                        content BLOB NOT NULL, redacts TEXT, createdAt INTEGER NOT NULL, status TEXT NOT NULL, eventId TEXT,
                        failureCode TEXT, failureReason TEXT, attemptedBy TEXT);
                    CREATE TABLE accountData (
                        roomId TEXT NOT NULL, type TEXT NOT NULL, raw BLOB NOT NULL, PRIMARY KEY (roomId, type));
                    CREATE TABLE cachedSync (number INTEGER PRIMARY KEY AUTOINCREMENT, since TEXT, nextBatch TEXT NOT NULL, response BLOB NOT NULL);
                    CREATE TABLE receipt (
                        room INTEGER NOT NULL REFERENCES room, userId TEXT NOT NULL, thread TEXT NOT NULL, type TEXT NOT NULL,
                        eventId TEXT NOT NULL, ts INTEGER NOT NULL, PRIMARY KEY (room, userId, thread, type)) WITHOUT ROWID;
                    CREATE INDEX receiptOfEvent ON receipt (room, eventId);
                    CREATE TABLE event (
                        place INTEGER PRIMARY KEY, room INTEGER NOT NULL, type TEXT NOT NULL, relatesTo TEXT, relationType TEXT, raw BLOB NOT NULL);
                    CREATE INDEX eventRelation ON event (room, relatesTo, relationType) WHERE relatesTo IS NOT NULL;
                    CREATE TABLE eventPlace (
                        room INTEGER NOT NULL, eventId TEXT NOT NULL, place INTEGER NOT NULL, PRIMARY KEY (room, eventId)) WITHOUT ROWID;
                    CREATE TABLE state (
                        room INTEGER NOT NULL, type TEXT NOT NULL, stateKey TEXT NOT NULL, raw BLOB NOT NULL,
                        PRIMARY KEY (room, type, stateKey)) WITHOUT ROWID;
                    CREATE TABLE firstReceipts (room INTEGER PRIMARY KEY, receipts BLOB NOT NULL);
                    CREATE TABLE profile (userId TEXT PRIMARY KEY NOT NULL, names BLOB NOT NULL) WITHOUT ROWID;
                    CREATE TABLE attachment (
                        localId TEXT NOT NULL, member TEXT NOT NULL, about BLOB NOT NULL, bytes BLOB NOT NULL, PRIMARY KEY (localId, member));
                    CREATE TRIGGER attachmentsGo AFTER DELETE ON outgoing BEGIN DELETE FROM attachment WHERE localId = old.localId; END;
                    CREATE TABLE draft (roomId TEXT NOT NULL, threadId TEXT NOT NULL, text BLOB NOT NULL, PRIMARY KEY (roomId, threadId)) WITHOUT ROWID;
                    CREATE TABLE firstState (room INTEGER PRIMARY KEY, events BLOB NOT NULL);
                    """)
        }
        migrator.registerMigration("parts of attachments") { db in
            try db.execute(
                sql: """
                    CREATE TABLE attachmentPart (
                        localId TEXT NOT NULL, member TEXT NOT NULL, number INTEGER NOT NULL, savedAt INTEGER NOT NULL, bytes BLOB NOT NULL,
                        PRIMARY KEY (localId, member, number));
                    CREATE TRIGGER attachmentPartsGo AFTER DELETE ON attachment BEGIN
                        DELETE FROM attachmentPart WHERE localId = old.localId AND member = old.member; END;
                    """)
        }
        migrator.registerMigration("state in history") { db in
            // Rows of earlier versions do not say if they are state. Those of the common types of messages are none. A reader leaves out those of
            // other types that are none.
            try db.execute(
                sql: """
                    ALTER TABLE event ADD COLUMN isState INTEGER;
                    UPDATE event SET isState = 1
                        WHERE type NOT IN ('m.room.message', 'm.room.encrypted', 'm.reaction', 'm.room.redaction', 'm.sticker');
                    CREATE INDEX stateInHistory ON event (room) WHERE isState = 1;
                    """)
        }
        return migrator
    }()
}
