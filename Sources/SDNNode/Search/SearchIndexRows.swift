import GRDB
import SDNWire

/// Moves the texts of new events into the index.
extension SearchIndexStore {
    /// The most texts that one write indexes.
    static let slice = 256

    /// Returns the position up to which the index is complete.
    static func mark(in db: Database) throws -> Int64 {
        try Int64.fetchOne(db.cachedStatement(sql: "SELECT ord FROM event_text_mark WHERE id = 1")) ?? 0
    }

    /// Returns the rooms that have events after a position.
    static func rooms(after position: Int64, in db: Database) throws -> [RoomRowID] {
        try RoomRowID.fetchAll(
            db.cachedStatement(sql: "SELECT nid FROM room WHERE last_ord > ?"), arguments: [position])
    }

    /// Indexes the next texts, in the order of the stream.
    /// - Parameters:
    ///   - rooms: all rooms with events between the mark and `end`.
    ///   - end: the newest position to index.
    /// - Returns: true if all texts up to `end` are indexed.
    static func index(_ rooms: [RoomRowID], upTo end: Int64, in db: Database) throws -> Bool {
        let mark = try mark(in: db)
        guard mark < end else { return true }
        var found: [(ord: Int64, room: RoomRowID)] = []
        let next = try db.cachedStatement(
            sql: """
                SELECT ord FROM event WHERE room = ? AND ord > ? AND ord <= ? AND type IN (\(SearchSchema.typeList)) ORDER BY ord LIMIT ?
                """)
        for room in rooms {
            found += try Int64.fetchAll(next, arguments: [room, mark, end, slice]).map { ($0, room) }
        }
        found.sort { $0.ord < $1.ord }
        let texts = found.prefix(slice)
        let isDone = found.count < slice
        // One statement, because the index writes what it has gathered at the end of each one.
        try db.cachedStatement(sql: insertion).execute(arguments: [places(texts)])
        try db.cachedStatement(sql: "UPDATE event_text_mark SET ord = ? WHERE id = 1")
            .execute(arguments: [isDone ? end : texts.last?.ord ?? end])
        return isDone
    }

    private static let insertion =
        "INSERT INTO event_text (rowid, body, name, topic, room) "
        + SearchSchema.texts(
            of: """
                SELECT e.ord AS ord, e.room AS room, e.content AS content FROM json_each(?1) AS place
                CROSS JOIN event AS e ON e.room = place.value ->> 0 AND e.ord = place.value ->> 1
                """)

    /// Returns a JSON array of `[room, ord]`.
    private static func places(_ texts: ArraySlice<(ord: Int64, room: RoomRowID)>) -> String {
        "[" + texts.map { "[\($0.room.rawValue),\($0.ord)]" }.joined(separator: ",") + "]"
    }
}
