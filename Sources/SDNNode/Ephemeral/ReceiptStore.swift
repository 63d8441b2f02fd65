import GRDB
import HeraldJSON
import SDNWire

/// How far each user has read in each room (SDN sheet 5.8).
///
/// Of a user there is one receipt of a kind for the whole room, whose `thread` is empty, and one for each thread.
enum ReceiptStore {
    struct Receipt: Sendable, Hashable {
        let user: String
        let kind: String
        /// The root of a thread, `main`, or empty for the whole room.
        let thread: String
        let eventID: String
        /// Milliseconds since 1970.
        let timestamp: Int64

        /// A content has one receipt for each place.
        struct Place: Hashable {
            let eventID: String
            let kind: String
            let user: String
        }

        var place: Place { Place(eventID: eventID, kind: kind, user: user) }
    }

    /// Receipts for threads that a user has of one kind in a room; of more the ones that moved longest ago go. All of them are in everybody's
    /// first sync.
    static let threadsPerUser = 500

    /// Moves a receipt. One that is already at this event or after it stays.
    /// - Returns: whether it moved.
    static func move(
        _ kind: ReceiptKind, of user: String, thread: String, to event: StoredEvent, room: Int64, now: Int64, in db: Database
    ) throws -> Bool {
        let before = try Int64.fetchOne(
            db.cachedStatement(sql: "SELECT event_ord FROM receipt WHERE room = ? AND user = ? AND kind = ? AND thread = ?"),
            arguments: [room, user, kind.rawValue, thread])
        if let before, before >= event.ord { return false }
        let ord = try EventStore.nextPosition(in: db)
        try db.cachedStatement(sql: "INSERT OR REPLACE INTO receipt (room, user, kind, thread, event_id, event_ord, ts, ord) VALUES (?, ?, ?, ?, ?, ?, ?, ?)")
            .execute(arguments: [room, user, kind.rawValue, thread, event.eventID, event.ord, now, ord])
        if !thread.isEmpty {
            let others = "room = ?1 AND user = ?2 AND kind = ?3 AND thread NOT IN ('', 'main')"
            try db.cachedStatement(sql: """
                DELETE FROM receipt WHERE \(others) AND ord <= (SELECT ord FROM receipt WHERE \(others) ORDER BY ord DESC LIMIT 1 OFFSET ?4)
                """
            ).execute(arguments: [room, user, kind.rawValue, threadsPerUser])
        }
        try db.cachedStatement(sql: "UPDATE room SET last_receipt = ? WHERE nid = ?").execute(arguments: [ord, room])
        return true
    }

    /// Whether a receipt of a user moved in a room after a position.
    static func hasMoved(of user: String, room: Int64, after position: Int64, in db: Database) throws -> Bool {
        try Int64.fetchOne(
            db.cachedStatement(sql: "SELECT 1 FROM receipt WHERE room = ? AND user = ? AND ord > ? LIMIT 1"), arguments: [room, user, position]) != nil
    }

    /// The position at which a receipt of a user moved last; 0 for a user without one.
    static func newest(of user: String, in db: Database) throws -> Int64 {
        try Int64.fetchOne(db.cachedStatement(sql: "SELECT max(ord) FROM receipt WHERE user = ?"), arguments: [user]) ?? 0
    }

    /// The receipts that moved after a position, as far as `reader` may see them, in the order in which they moved.
    static func moved(after position: Int64, room: Int64, reader: String, in db: Database) throws -> [Receipt] {
        let statement = try db.cachedStatement(sql: """
            SELECT user, kind, thread, event_id, ts FROM receipt WHERE room = ? AND ord > ? AND (kind = 'm.read' OR user = ?) ORDER BY ord
            """)
        return try Row.fetchAll(statement, arguments: [room, position, reader]).map {
            Receipt(user: $0[0], kind: $0[1], thread: $0[2], eventID: $0[3], timestamp: $0[4])
        }
    }

    /// The contents of `m.receipt` events. An event and a user have one receipt of a kind in a content, so a second one, for a thread
    /// and for the whole room, goes into a second content.
    static func contents(of receipts: [Receipt]) -> [JSONObject] {
        // Grouped before any object is made: an object that grows inside another is copied whenever it does.
        var contents: [[String: [String: JSONObject]]] = [], places: [Receipt.Place: Int] = [:]
        for receipt in receipts {
            var value: JSONObject = ["ts": .int(receipt.timestamp)]
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
