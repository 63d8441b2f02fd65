import GRDB

/// The tables of rooms and events.
///
/// Rows are clustered by `(room, ord)` without a rowid. A page of a room's history is therefore a scan of neighbouring rows. `ord` is the event's
/// position in the node-wide stream. One number thus serves as order in the room, sync token and pagination token.
enum RoomSchema: SchemaPart {
    static let migrations: [(name: String, apply: @Sendable (Database) throws -> Void)] = [
        (
            "rooms, version 1",
            { db in
                try makeTables(db)
                try countMembers(db)
            }
        ),
        ("rooms: erased senders", ErasedSenderRows.makeTable),
        (
            "rooms: closed rooms and retention",
            { db in
                try db.execute(
                    sql: """
                        ALTER TABLE room ADD COLUMN is_closed INTEGER NOT NULL DEFAULT 0;
                        CREATE INDEX current_state_retention ON current_state (room) WHERE type = 'm.room.retention';
                        """)
            }
        ),
    ]

    private static func makeTables(_ db: Database) throws {
        try db.execute(
            sql: """
                CREATE TABLE stream (id INTEGER PRIMARY KEY CHECK (id = 1), position INTEGER NOT NULL);
                INSERT INTO stream (id, position) VALUES (1, 0);

                CREATE TABLE room (
                    nid INTEGER PRIMARY KEY,
                    room_id TEXT NOT NULL UNIQUE,
                    version TEXT NOT NULL,
                    is_listed INTEGER NOT NULL DEFAULT 0,
                    last_ord INTEGER NOT NULL DEFAULT 0,
                    last_event TEXT,
                    depth INTEGER NOT NULL DEFAULT 0,
                    joined INTEGER NOT NULL DEFAULT 0,
                    is_being_made INTEGER NOT NULL DEFAULT 0,
                    invited INTEGER NOT NULL DEFAULT 0,
                    last_receipt INTEGER NOT NULL DEFAULT 0
                );
                CREATE INDEX room_listed ON room(joined DESC, nid) WHERE is_listed;

                CREATE TABLE event (
                    room INTEGER NOT NULL,
                    ord INTEGER NOT NULL,
                    event_id TEXT NOT NULL,
                    type TEXT NOT NULL,
                    state_key TEXT,
                    sender TEXT NOT NULL,
                    ts INTEGER NOT NULL,
                    content BLOB NOT NULL,
                    redacts TEXT,
                    replaces INTEGER,
                    redacted_by INTEGER,
                    device TEXT,
                    txn TEXT,
                    depth INTEGER NOT NULL,
                    auth TEXT NOT NULL,
                    hash TEXT NOT NULL,
                    PRIMARY KEY (room, ord)
                ) WITHOUT ROWID;
                CREATE UNIQUE INDEX event_by_id ON event(event_id);
                CREATE INDEX event_state ON event(room, ord) WHERE state_key IS NOT NULL;
                CREATE INDEX event_by_time ON event(room, ts);

                CREATE TABLE current_state (
                    room INTEGER NOT NULL, type TEXT NOT NULL, state_key TEXT NOT NULL,
                    ord INTEGER NOT NULL, value TEXT,
                    PRIMARY KEY (room, type, state_key)
                ) WITHOUT ROWID;

                CREATE TABLE state_history (
                    room INTEGER NOT NULL, type TEXT NOT NULL, state_key TEXT NOT NULL,
                    ord INTEGER NOT NULL, value TEXT,
                    PRIMARY KEY (room, type, state_key, ord)
                ) WITHOUT ROWID;

                CREATE TABLE membership (
                    user TEXT NOT NULL, room INTEGER NOT NULL,
                    membership TEXT NOT NULL, ord INTEGER NOT NULL,
                    forgotten INTEGER NOT NULL DEFAULT 0,
                    PRIMARY KEY (user, room)
                ) WITHOUT ROWID;
                CREATE INDEX membership_by_room ON membership(room, membership, user);
                CREATE INDEX membership_invited ON membership(user) WHERE membership = 'invite';
                CREATE INDEX membership_by_age ON membership(room, ord);

                CREATE TABLE relation (
                    room INTEGER NOT NULL, target TEXT NOT NULL, rel_type TEXT NOT NULL, ord INTEGER NOT NULL,
                    sender TEXT NOT NULL, type TEXT NOT NULL, key TEXT,
                    PRIMARY KEY (room, target, rel_type, ord)
                ) WITHOUT ROWID;
                CREATE INDEX relation_by_event ON relation(room, ord);
                CREATE INDEX relation_by_target ON relation(room, target, ord);
                CREATE INDEX relation_by_kind ON relation(room, rel_type, ord);
                CREATE INDEX relation_by_sender ON relation(room, sender, target, rel_type);

                CREATE TABLE txn (
                    user TEXT NOT NULL, device TEXT NOT NULL, endpoint TEXT NOT NULL, txn TEXT NOT NULL,
                    event_id TEXT NOT NULL, ts INTEGER NOT NULL,
                    PRIMARY KEY (user, device, endpoint, txn)
                ) WITHOUT ROWID;
                CREATE INDEX txn_by_time ON txn(ts);

                CREATE TABLE room_alias (
                    alias TEXT PRIMARY KEY, room INTEGER NOT NULL, creator TEXT NOT NULL
                ) WITHOUT ROWID;
                CREATE INDEX room_alias_by_room ON room_alias(room);
                CREATE INDEX room_alias_by_creator ON room_alias(creator);

                CREATE TABLE sync_filter (
                    user TEXT NOT NULL, id INTEGER NOT NULL, body BLOB NOT NULL,
                    PRIMARY KEY (user, id)
                ) WITHOUT ROWID;

                -- An entry that was taken away stays as a mark, so that sync can tell other devices.
                CREATE TABLE account_data (
                    user TEXT NOT NULL, room INTEGER NOT NULL, type TEXT NOT NULL,
                    content BLOB NOT NULL, ord INTEGER NOT NULL, is_deleted INTEGER NOT NULL DEFAULT 0,
                    PRIMARY KEY (user, room, type)
                ) WITHOUT ROWID;
                CREATE INDEX account_data_by_ord ON account_data(user, ord);
                """)
    }

    /// Creates the triggers that count the members of each room. The public room list is sorted by these counts, and a sync reports them when members
    /// change.
    private static func countMembers(_ db: Database) throws {
        try db.execute(
            sql: """
                CREATE TRIGGER membership_begins AFTER INSERT ON membership WHEN NEW.membership = 'join' BEGIN
                    UPDATE room SET joined = joined + 1 WHERE nid = NEW.room;
                END;
                CREATE TRIGGER membership_changes AFTER UPDATE OF membership ON membership
                WHEN (OLD.membership = 'join') <> (NEW.membership = 'join') BEGIN
                    UPDATE room SET joined = joined + CASE NEW.membership WHEN 'join' THEN 1 ELSE -1 END WHERE nid = NEW.room;
                END;
                CREATE TRIGGER invitation_begins AFTER INSERT ON membership WHEN NEW.membership = 'invite' BEGIN
                    UPDATE room SET invited = invited + 1 WHERE nid = NEW.room;
                END;
                CREATE TRIGGER invitation_changes AFTER UPDATE OF membership ON membership
                WHEN (OLD.membership = 'invite') <> (NEW.membership = 'invite') BEGIN
                    UPDATE room SET invited = invited + CASE NEW.membership WHEN 'invite' THEN 1 ELSE -1 END WHERE nid = NEW.room;
                END;
                """)
    }
}
