import Foundation
import GRDB
import HeraldJSON
import SDNWire

/// An accepted event as the database stores it. The bytes of `content` stay as they were when the event was accepted.
struct StoredEvent: Sendable {
    /// The position in the node-wide stream.
    let ord: Int64
    let eventID: String
    let type: String
    let stateKey: String?
    let sender: String
    let timestamp: Timestamp
    private(set) var content: [UInt8]
    let redacts: String?
    /// The `ord` of the state event that this event replaced.
    let replaces: Int64?
    /// The `ord` of the redaction that redacted this event.
    let redactedBy: Int64?
    let origin: EventOrigin?

    static let columns =
        "ord, event_id, type, state_key, sender, ts, content, redacts, replaces, redacted_by, device, txn"

    /// Reads a row that has the columns of ``columns``, in the same order.
    init(row: Row) throws {
        self.ord = row[0]
        self.eventID = row[1]
        self.type = row[2]
        self.stateKey = row[3]
        self.sender = row[4]
        self.timestamp = Timestamp(milliseconds: row[5])
        self.content = try row.withUnsafeData(atIndex: 6) { data in data.map { [UInt8]($0) } ?? [] }
        self.redacts = row[7]
        self.replaces = row[8]
        self.redactedBy = row[9]
        let device: String? = row[10]
        self.origin = device.map { EventOrigin(deviceID: $0, transactionID: row[11]) }
    }

    /// Reads a row that has the columns of ``columns``, in the same order.
    init(_ row: QuickRow) {
        self.ord = row.int(0)
        self.eventID = row.text(1)
        self.type = row.text(2)
        self.stateKey = row.optionalText(3)
        self.sender = row.text(4)
        self.timestamp = Timestamp(milliseconds: row.int(5))
        self.content = row.bytes(6)
        self.redacts = row.optionalText(7)
        self.replaces = row.optionalInt(8)
        self.redactedBy = row.optionalInt(9)
        self.origin = row.optionalText(10).map { EventOrigin(deviceID: $0, transactionID: row.optionalText(11)) }
    }

    /// The state key of an event that was read as state.
    /// - Throws: ``NodeError`` if the event is not a state event. The database is then damaged.
    func requiredStateKey() throws(NodeError) -> String {
        guard let stateKey else {
            throw NodeError(
                .databaseUnreadable, field: "event.state_key", reason: "an event of the state has no state key")
        }
        return stateKey
    }

    /// Returns the event as a redaction leaves it.
    func redacted(_ version: RoomVersion) -> StoredEvent {
        var copy = self
        copy.content = JSONValue.object(version.redactedContent(contentObject, type: type)).serialized()
        return copy
    }

    /// The content as a tree. It is empty if the content cannot be parsed.
    var contentObject: JSONObject { (try? JSONValue(parsing: content))?.objectValue ?? [:] }
}

/// The table `event`. Every statement is cached on its connection.
enum EventStore {
    private static let select = "SELECT \(StoredEvent.columns) FROM event WHERE "
    private static let byID = select + "event_id = ? AND room = ?"
    private static let byPosition = select + "room = ? AND ord = ?"
    private static let byState =
        select + "room = ?1 AND ord = (SELECT ord FROM current_state WHERE room = ?1 AND type = ?2 AND state_key = ?3)"

    static func event(id: String, room: RoomRowID, in db: Database) throws -> StoredEvent? {
        try db.first(byID, id, room, read: StoredEvent.init)
    }

    static func event(room: RoomRowID, ord: Int64, in db: Database) throws -> StoredEvent? {
        try db.first(byPosition, room, ord, read: StoredEvent.init)
    }

    /// The most events that ``events(room:ords:in:)`` reads.
    static let readAtOnce = 8
    private static let selectSome =
        select + "room = ? AND ord IN (\(Array(repeating: "?", count: readAtOnce).joined(separator: ", ")))"

    /// Returns the events at positions of a room, with one statement.
    /// - Parameter ords: the positions, of which the first ``readAtOnce`` count.
    static func events(room: RoomRowID, ords: ArraySlice<Int64>, in db: Database) throws -> [Int64: StoredEvent] {
        // No event has a negative position.
        func at(_ index: Int) -> Int64 { index < ords.count ? ords[ords.startIndex + index] : -1 }
        var events: [Int64: StoredEvent] = [:]
        try db.each(selectSome, room, at(0), at(1), at(2), at(3), at(4), at(5), at(6), at(7)) { row in
            let event = StoredEvent(row)
            events[event.ord] = event
        }
        return events
    }

    /// Returns the event of the current state for a key. One statement finds it, because every message reads three such events.
    static func current(_ type: String, _ stateKey: String, room: RoomRowID, in db: Database) throws -> StoredEvent? {
        try db.first(byState, room, type, stateKey, read: StoredEvent.init)
    }

    /// Returns the ID of the room that an event belongs to.
    static func roomID(of eventID: String, in db: Database) throws -> String? {
        try String.fetchOne(
            db.cachedStatement(sql: "SELECT r.room_id FROM event e JOIN room r ON r.nid = e.room WHERE e.event_id = ?"),
            arguments: [eventID])
    }

    /// Returns the oldest or the newest event in a range of a room, and its time.
    static func end(
        of stretch: ClosedRange<Int64>, newest: Bool, room: RoomRowID, in db: Database
    ) throws -> (ord: Int64, time: Timestamp)? {
        try Row.fetchOne(
            db.cachedStatement(
                sql:
                    "SELECT ord, ts FROM event WHERE room = ? AND ord >= ? AND ord <= ? ORDER BY ord \(newest ? "DESC" : "ASC") LIMIT 1"
            ),
            arguments: [room, stretch.lowerBound, stretch.upperBound]
        ).map { ($0[0], Timestamp(milliseconds: $0[1])) }
    }

    /// Returns the event in a range of a room that is nearest to a point in time: the first event at that time or later, or the last event at that
    /// time or earlier.
    static func nearest(
        to moment: Timestamp, isForwards: Bool, within stretch: ClosedRange<Int64>, room: RoomRowID, in db: Database
    ) throws -> Int64? {
        let (side, order) = isForwards ? (">=", "ASC") : ("<=", "DESC")
        return try Int64.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT ord FROM event INDEXED BY event_by_time WHERE room = ? AND ts \(side) ? AND ord >= ? AND ord <= ?
                    ORDER BY ts \(order), ord \(order) LIMIT 1
                    """),
            arguments: [room, moment.milliseconds, stretch.lowerBound, stretch.upperBound])
    }

    /// Replaces the content of a redacted event.
    static func redact(room: RoomRowID, ord: Int64, keeping content: [UInt8], by redaction: Int64, in db: Database)
        throws
    {
        // With this setting, SQLite overwrites deleted content with zeros. Otherwise, the content would stay readable in the database file. The
        // write-ahead log contains it until the log is reused, at the latest until the node stops.
        try db.execute(sql: "PRAGMA secure_delete = ON")
        try db.cachedStatement(
            sql: "UPDATE event SET content = ?, redacted_by = coalesce(redacted_by, ?) WHERE room = ? AND ord = ?"
        )
        .execute(arguments: [Data(content), redaction, room, ord])
    }

    /// Returns the approximate size of an event as JSON in bytes, including the content of the state event that it replaced; 0 if the event does
    /// not exist.
    static func size(room: RoomRowID, ord: Int64, in db: Database) throws -> Int {
        try Int.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT 512 + length(e.content) + coalesce(length(p.content), 0) FROM event e
                    LEFT JOIN event p ON p.room = e.room AND p.ord = e.replaces WHERE e.room = ? AND e.ord = ?
                    """),
            arguments: [room, ord]) ?? 0
    }

    /// Visits the events with `lower` < ord ≤ `upper`, newest or oldest first, until `visit` returns `false`.
    static func walk(
        room: RoomRowID, after lower: Int64, upTo upper: Int64, newestFirst: Bool, in db: Database,
        _ visit: (StoredEvent) throws -> Bool
    ) throws {
        guard lower < upper else { return }
        let order = newestFirst ? "DESC" : "ASC"
        let sql = select + "room = ? AND ord > ? AND ord <= ? ORDER BY ord \(order)"
        // A visitor may start another walk, and one statement cannot run twice at once. Only the outer walk has the cached statement.
        guard !isWalking else {
            let rows = try Row.fetchCursor(db.makeStatement(sql: sql), arguments: [room, lower, upper])
            while let row = try rows.next() {
                if try !visit(StoredEvent(row: row)) { return }
            }
            return
        }
        try $isWalking.withValue(true) {
            try db.walk(sql, room, lower, upper) { row in try visit(StoredEvent(row)) }
        }
    }

    /// True while a ``walk(room:after:upTo:newestFirst:in:_:)`` runs on this thread.
    @TaskLocal private static var isWalking = false

    /// Returns the newest position of the stream, which events, account data and receipts share.
    static func position(in db: Database) throws -> Int64 {
        let found = try db.first("SELECT position FROM stream WHERE id = 1") { $0.int(0) }
        guard let found else {
            throw NodeError(.databaseUnreadable, field: "stream", reason: "the position of the stream is missing")
        }
        return found
    }

    /// Advances the stream and returns its new position.
    static func nextPosition(in db: Database) throws -> Int64 {
        // A RETURNING clause would take ten times as long as a second statement, because SQLite makes a temporary table for its rows.
        try db.run("UPDATE stream SET position = position + 1 WHERE id = 1")
        return try position(in: db)
    }
}
