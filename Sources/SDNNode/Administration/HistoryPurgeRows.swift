import GRDB
import SDNWire

/// Deletes the old messages of a room, a slice at a time. State events stay, because the room's state and the rights to read its history depend on
/// them. The room's newest event stays too, because the next event refers to it.
enum HistoryPurgeRows {
    /// The most events that one write examines.
    private static let examined = 1_000

    /// The result of one slice.
    struct Slice {
        /// The position up to which the room was examined.
        var place: Int64
        /// The number of deleted events.
        var removed = 0
        /// True if no event is left to delete.
        var isDone = false
    }

    /// Deletes messages after `place` and before `end`, oldest first.
    static func remove(from room: RoomRecord, after place: Int64, before end: Int64, in db: Database) throws -> Slice {
        var result = Slice(place: place), slice = RemovalSlice()
        let rows = try Row.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT ord, state_key IS NULL, length(content) FROM event WHERE room = ? AND ord > ? AND ord < ? ORDER BY ord LIMIT ?
                    """),
            arguments: [room.rowID, place, min(end, room.lastOrd), examined])
        // With this setting, SQLite overwrites deleted content with zeros.
        if rows.contains(where: { $0[1] }) { try db.execute(sql: "PRAGMA secure_delete = ON") }
        for row in rows {
            let ord: Int64 = row[0]
            if row[1] {
                guard slice.takes(bytes: row[2]) else { return result }
                try db.cachedStatement(sql: "DELETE FROM event WHERE room = ? AND ord = ?").execute(
                    arguments: [room.rowID, ord])
                try RelationStore.forget(room: room.rowID, ord: ord, in: db)
                try PushTally.forget(room: room.rowID, ord: ord, in: db)
                result.removed += 1
            }
            result.place = ord
        }
        result.isDone = rows.count < examined
        return result
    }

    /// Returns the position of the first message after `place` and before `end`; `nil` if there is none to delete.
    static func firstMessage(of room: RoomRowID, after place: Int64, before end: Int64, in db: Database) throws
        -> Int64?
    {
        try Int64.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT e.ord FROM event e JOIN room r ON r.nid = e.room
                    WHERE e.room = ? AND e.ord > ? AND e.ord < ? AND e.ord < r.last_ord AND e.state_key IS NULL ORDER BY e.ord LIMIT 1
                    """),
            arguments: [room, place, end])
    }

    /// Returns the position of a room's first event at or after a time; `nil` if all of its events are older.
    static func firstEvent(since time: Timestamp, in room: RoomRecord, _ db: Database) throws -> Int64? {
        try EventStore.nearest(
            to: time, isForwards: true, within: 0...max(0, room.lastOrd), room: room.rowID, in: db)
    }
}
