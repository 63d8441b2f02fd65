import GRDB
import HeraldJSON
import SDNWire

/// The receipts of users: how far they have read in each room (SDN sheet 5.8).
///
/// For each kind, a user has one receipt for the whole room, whose `thread` is empty, and one for each thread.
enum ReceiptStore {
    /// The value of the column `thread` in a receipt for the whole room.
    static let wholeRoom = ""

    struct Receipt: Sendable, Hashable {
        let user: String
        let kind: String
        /// The root of a thread, `main`, or an empty text for the whole room.
        let thread: String
        let eventID: String
        let timestamp: Timestamp

        /// The place of a receipt in the content of an `m.receipt` event. Each place can hold one receipt.
        struct Place: Hashable {
            let eventID: String
            let kind: String
            let user: String
        }

        var place: Place { Place(eventID: eventID, kind: kind, user: user) }
    }

    /// The most receipts for threads that a user has of one kind in a room. Above this limit, the node deletes those that moved longest ago. The
    /// limit exists because every first sync contains all receipts.
    static let threadsPerUser = 500

    /// Moves a receipt forward. A receipt that is already at this event or after it stays.
    /// - Returns: true if it moved.
    static func move(
        _ kind: ReceiptKind, of user: String, thread: String, to event: StoredEvent, room: RoomRowID, now: Timestamp,
        in db: Database
    ) throws -> Bool {
        let before = try Int64.fetchOne(
            db.cachedStatement(
                sql: "SELECT event_ord FROM receipt WHERE room = ? AND user = ? AND kind = ? AND thread = ?"),
            arguments: [room, user, kind.rawValue, thread])
        if let before, before >= event.ord { return false }
        let ord = try EventStore.nextPosition(in: db)
        try db.cachedStatement(
            sql:
                "INSERT OR REPLACE INTO receipt (room, user, kind, thread, event_id, event_ord, ts, ord) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
        )
        .execute(arguments: [room, user, kind.rawValue, thread, event.eventID, event.ord, now.milliseconds, ord])
        if !thread.isEmpty {
            let others = "room = ?1 AND user = ?2 AND kind = ?3 AND thread NOT IN ('', 'main')"
            try db.cachedStatement(
                sql: """
                    DELETE FROM receipt WHERE \(others) AND ord <= (SELECT ord FROM receipt WHERE \(others) ORDER BY ord DESC LIMIT 1 OFFSET ?4)
                    """
            ).execute(arguments: [room, user, kind.rawValue, threadsPerUser])
        }
        try db.cachedStatement(sql: "UPDATE room SET last_receipt = ? WHERE nid = ?").execute(arguments: [ord, room])
        return true
    }

    /// True if a receipt of a user moved in a room after a position.
    static func hasMoved(of user: String, room: RoomRowID, after position: Int64, in db: Database) throws -> Bool {
        try Int64.fetchOne(
            db.cachedStatement(sql: "SELECT 1 FROM receipt WHERE room = ? AND user = ? AND ord > ? LIMIT 1"),
            arguments: [room, user, position]) != nil
    }

    /// Returns the position at which a receipt of a user moved last; 0 if the user has none.
    static func newest(of user: String, in db: Database) throws -> Int64 {
        try Int64.fetchOne(db.cachedStatement(sql: "SELECT max(ord) FROM receipt WHERE user = ?"), arguments: [user])
            ?? 0
    }

    /// Returns the receipts that moved after a position and that `reader` may see, in the order in which they moved.
    static func moved(after position: Int64, room: RoomRowID, reader: String, in db: Database) throws -> [Receipt] {
        var receipts: [Receipt] = []
        try db.each(
            "SELECT user, kind, thread, event_id, ts FROM receipt WHERE room = ? AND ord > ? AND (kind = 'm.read' OR user = ?) ORDER BY ord",
            room, position, reader
        ) { row in
            receipts.append(
                Receipt(
                    user: row.text(0), kind: row.text(1), thread: row.text(2), eventID: row.text(3),
                    timestamp: Timestamp(milliseconds: row.int(4))))
        }
        return receipts
    }

    /// Returns the contents of `m.receipt` events. For each event and user, one content can hold only one receipt of a kind. If a user has two such
    /// receipts at one event, one for the room and one for a thread, they are in different contents.
    static func contents(of receipts: [Receipt]) -> [JSONObject] {
        // The receipts are grouped in dictionaries first, because a JSON object inside another one is copied each time it grows.
        var contents: [[String: [String: JSONObject]]] = [], places: [Receipt.Place: Int] = [:]
        for receipt in receipts {
            var value: JSONObject = ["ts": .int(receipt.timestamp.milliseconds)]
            if !receipt.thread.isEmpty { value["thread_id"] = .string(receipt.thread) }
            let place = places[receipt.place, default: 0]
            places[receipt.place] = place + 1
            if place == contents.count { contents.append([:]) }
            contents[place][receipt.eventID, default: [:]][receipt.kind, default: [:]][receipt.user] = .object(value)
        }
        return contents.map { events in
            JSONObject(events.mapValues { kinds in .object(JSONObject(kinds.mapValues(JSONValue.object))) })
        }
    }
}
