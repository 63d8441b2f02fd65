import GRDB
import GRDBSQLite
import HeraldJSON

/// The second version of the tables. Events are stored in the order in which they are read, content is sealed, and a room's row has the columns by
/// which a room list is sorted. Everything in a file of the first version is converted.
///
/// The place is the row's own number. Adding an event therefore adds one row at the end of its room, and one short entry that finds it by id. The
/// first version kept three indexes, two of them in no order. Workload A of docs/benchmarks.md measures this.
enum StoreClustering {
    static func apply(_ db: Database, _ cell: StoreCell) throws {
        try db.execute(
            sql: """
                ALTER TABLE event RENAME TO event1;
                DROP INDEX eventInSegment;
                DROP INDEX eventRelation;
                CREATE TABLE event (
                    place INTEGER PRIMARY KEY, room INTEGER NOT NULL, type TEXT NOT NULL, relatesTo TEXT, relationType TEXT, raw BLOB NOT NULL);
                CREATE INDEX eventRelation ON event (room, relatesTo, relationType) WHERE relatesTo IS NOT NULL;
                CREATE TABLE eventPlace (
                    room INTEGER NOT NULL, eventId TEXT NOT NULL, place INTEGER NOT NULL, PRIMARY KEY (room, eventId)) WITHOUT ROWID;
                ALTER TABLE state RENAME TO state1;
                CREATE TABLE state (
                    room INTEGER NOT NULL, type TEXT NOT NULL, stateKey TEXT NOT NULL, raw BLOB NOT NULL,
                    PRIMARY KEY (room, type, stateKey)) WITHOUT ROWID;
                CREATE TABLE firstReceipts (room INTEGER PRIMARY KEY, receipts BLOB NOT NULL);
                ALTER TABLE profile RENAME TO profile1;
                CREATE TABLE profile (userId TEXT PRIMARY KEY NOT NULL, names BLOB NOT NULL) WITHOUT ROWID;
                ALTER TABLE room ADD COLUMN lastMessage INTEGER;
                ALTER TABLE room ADD COLUMN lastActivity INTEGER NOT NULL DEFAULT 0;
                ALTER TABLE room ADD COLUMN notifications INTEGER NOT NULL DEFAULT 0;
                ALTER TABLE room ADD COLUMN highlights INTEGER NOT NULL DEFAULT 0;
                ALTER TABLE room ADD COLUMN rank INTEGER NOT NULL DEFAULT 1;
                ALTER TABLE room ADD COLUMN generation INTEGER NOT NULL DEFAULT 0;
                """)
        let store = try StoreTransaction(db, StoreStatements(), cell)
        guard let connection = db.sqliteConnection else { return }
        try moveEvents(store, connection)
        try moveState(store, connection)
        try seal("outgoing", key: "localId", column: "content", store, connection) { .outgoing($0) }
        try seal("outgoing", key: "localId", column: "failureReason", store, connection) { .failure($0) }
        try seal("cachedSync", key: "nextBatch", column: "response", store, connection) { .cachedSync($0) }
        try moveProfiles(store, connection)
        try moveAccountData(store, connection)
        try completeRooms(store, connection)
        try db.execute(sql: "DROP TABLE event1; DROP TABLE state1; DROP TABLE profile1")
    }

    private static func moveEvents(_ store: StoreTransaction, _ connection: OpaquePointer) throws {
        let old = try StoreStatement(
            "SELECT room, eventId, segment, position, type, raw FROM event1 ORDER BY segment, position", on: connection)
        try old.each { row in
            let place = try StorePlace.of(row.int(3), inSegment: row.int(2))
            let known = try store.statement(.addPlace)
            known.bind(try row.int(0), at: 1)
            known.bind(try row.text(1), at: 2)
            known.bind(place, at: 3)
            try known.run()
            let added = try store.statement(.addEvent)
            added.bind(place, at: 1)
            added.bind(try row.int(0), at: 2)
            added.bind(try row.text(4), at: 3)
            _ = try row.blob(5) { raw in
                // The first version did not record which event another one replies to, nor which event a state event replaced.
                let relation = MXEvent(stored: [UInt8](raw), roomId: nil).indexedRelation
                added.bind(relation?.eventId, at: 4)
                added.bind(relation?.type, at: 5)
                return try store.run(added, sealing: raw, for: .event(place: place), at: 6)
            }
        }
    }

    private static func moveState(_ store: StoreTransaction, _ connection: OpaquePointer) throws {
        let old = try StoreStatement("SELECT room, type, stateKey, raw FROM state1 ORDER BY room, type, stateKey", on: connection)
        try old.each { row in
            let (room, type, key) = (try row.int(0), try row.text(1), try row.text(2))
            let added = try store.statement(.setState)
            added.bind(room, at: 1)
            added.bind(type, at: 2)
            added.bind(key, at: 3)
            _ = try row.blob(3) { try store.run(added, sealing: $0, for: .state(room: room, type: type, key: key), at: 4) }
        }
    }

    private static func moveProfiles(_ store: StoreTransaction, _ connection: OpaquePointer) throws {
        try StoreStatement("SELECT userId, displayname, avatarUrl FROM profile1 ORDER BY userId", on: connection).each { row in
            try store.save(MXUserProfile(userId: row.text(0), displayname: row.optionalText(1), avatarUrl: row.optionalText(2)))
        }
    }

    private static func moveAccountData(_ store: StoreTransaction, _ connection: OpaquePointer) throws {
        let rows = try StoreStatement("SELECT roomId, type, raw FROM accountData", on: connection).all { row in
            (room: try row.text(0), type: try row.text(1), raw: row.blob(2) { [UInt8]($0) })
        }
        for row in rows {
            let statement = try store.statement(.setAccountData)
            statement.bind(row.room, at: 1)
            statement.bind(row.type, at: 2)
            _ = try store.run(statement, sealing: row.raw, for: .accountData(room: row.room, type: row.type), at: 3)
            if row.type == "m.tag", !row.room.isEmpty { try store.rank(MXEvent(stored: row.raw, roomId: row.room), ofRoom: row.room) }
        }
    }

    /// Seals a column in place. A file of the first version has texts and blobs in it.
    private static func seal(
        _ table: String, key: String, column: String, _ store: StoreTransaction, _ connection: OpaquePointer, owner: (String) -> StoreCell.Owner
    ) throws {
        let rows = try StoreStatement("SELECT \(key), CAST(\(column) AS BLOB) FROM \(table) WHERE \(column) IS NOT NULL", on: connection).all { row in
            (key: try row.text(0), value: row.blob(1) { [UInt8]($0) })
        }
        let update = try StoreStatement("UPDATE \(table) SET \(column) = ? WHERE \(key) = ?", on: connection)
        for row in rows {
            update.bind(try store.cell.seal(row.value, for: owner(row.key)), at: 1)
            update.bind(row.key, at: 2)
            try update.run()
        }
    }

    /// Fills the columns by which the room list is sorted.
    private static func completeRooms(_ store: StoreTransaction, _ connection: OpaquePointer) throws {
        try seal("room", key: "roomId", column: "details", store, connection) { .room($0) }
        for var room in try store.rooms() {
            room.lastMessage = try store.newestEvent(ofRoom: room.roomId, types: MXRoomSummary.messageTypes)
            try store.save(room)
        }
    }
}
