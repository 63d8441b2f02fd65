import GRDB

/// Queries of the table `relation`, which has a row for each event that relates to another one.
enum RelationRows {
    struct Relation {
        let kind: String
        let target: String
    }

    /// Returns the relation of the event at a position.
    static func relation(of ord: Int64, room: RoomRowID, in db: Database) throws -> Relation? {
        try Row.fetchOne(
            db.cachedStatement(sql: "SELECT rel_type, target FROM relation WHERE room = ? AND ord = ?"),
            arguments: [room, ord]
        )
        .map { Relation(kind: $0[0], target: $0[1]) }
    }

    /// Returns the relation of the event with an ID.
    static func relation(of eventID: String, room: RoomRowID, in db: Database) throws -> Relation? {
        try Row.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT r.rel_type, r.target FROM event e JOIN relation r ON r.room = e.room AND r.ord = e.ord WHERE e.event_id = ? AND e.room = ?
                    """),
            arguments: [eventID, room]
        ).map { Relation(kind: $0[0], target: $0[1]) }
    }

    /// Visits the events that relate to an event, after one position and up to another one, in order, until `visit` returns `false`.
    /// - Parameter kind: the only kind of relation to visit; `nil` for any.
    static func walk(
        to target: String, kind: String?, room: RoomRowID, after lower: Int64, upTo upper: Int64, newestFirst: Bool,
        limit: Int, in db: Database,
        _ visit: (_ ord: Int64, _ type: String) throws -> Bool
    ) throws {
        let condition = kind == nil ? "" : "AND rel_type = ?4"
        // The statement is not cached. A visitor reads relations too, and one statement cannot run twice at once.
        let statement = try db.makeStatement(
            sql: """
                SELECT ord, type FROM relation WHERE room = ?1 AND target = ?2 AND ord > ?3 \(condition) AND ord <= ?5
                ORDER BY ord \(newestFirst ? "DESC" : "ASC") LIMIT ?6
                """)
        let rows = try Row.fetchCursor(statement, arguments: [room, target, lower, kind, upper, limit])
        while let row = try rows.next() {
            if try !visit(row[0], row[1]) { return }
        }
    }

    /// Returns the newest events that relate to an event, with their IDs.
    static func newest(
        to target: String, room: RoomRowID, limit: Int, in db: Database
    ) throws -> [(ord: Int64, kind: String, type: String, eventID: String)] {
        try Row.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT r.ord, r.rel_type, r.type, e.event_id FROM relation r JOIN event e ON e.room = r.room AND e.ord = r.ord
                    WHERE r.room = ? AND r.target = ? ORDER BY r.ord DESC LIMIT ?
                    """),
            arguments: [room, target, limit]
        ).map { ($0[0], $0[1], $0[2], $0[3]) }
    }

    /// Visits the replies in a room's threads up to a position, newest first, until `visit` returns `false`.
    static func walkReplies(
        room: RoomRowID, upTo position: Int64, limit: Int, in db: Database,
        _ visit: (_ thread: String, _ ord: Int64, _ sender: String) throws -> Bool
    ) throws {
        // The statement is not cached, because a visitor may start another walk.
        let replies = try Row.fetchCursor(
            db.makeStatement(
                sql:
                    "SELECT target, ord, sender FROM relation WHERE room = ? AND rel_type = 'm.thread' AND ord <= ? ORDER BY ord DESC LIMIT ?"
            ),
            arguments: [room, position, limit])
        while let row = try replies.next() {
            if try !visit(row[0], row[1], row[2]) { return }
        }
    }

    /// True if a thread has a reply after a position by a sender for whom `counts` returns true.
    /// - Parameter limit: the number of newest replies that are read.
    static func hasReply(
        in thread: String, room: RoomRowID, after position: Int64, limit: Int, in db: Database,
        where counts: (_ sender: String) -> Bool
    ) throws -> Bool {
        let senders = try String.fetchCursor(
            db.cachedStatement(
                sql: """
                    SELECT sender FROM relation WHERE room = ? AND target = ? AND rel_type = 'm.thread' AND ord > ? ORDER BY ord DESC LIMIT ?
                    """),
            arguments: [room, thread, position, limit])
        while let sender = try senders.next() {
            if counts(sender) { return true }
        }
        return false
    }

    /// True if a user has written in a thread.
    static func hasReply(in thread: String, by user: String, room: RoomRowID, in db: Database) throws -> Bool {
        try Bool.fetchOne(
            db.cachedStatement(
                sql:
                    "SELECT EXISTS (SELECT 1 FROM relation WHERE room = ? AND sender = ? AND target = ? AND rel_type = 'm.thread')"
            ),
            arguments: [room, user, thread]) ?? false
    }

    /// True if an event has a relation for which `counts` returns true. The relations of redacted events have no rows.
    /// - Parameters:
    ///   - kinds: the kinds of relations to read, as a JSON array; `nil` for all.
    ///   - senders: the senders of the relations to read, as a JSON array; `nil` for all.
    ///   - limit: the number of relations that are read.
    static func isRelated(
        _ target: String, kinds: String?, senders: String?, room: RoomRowID, limit: Int, in db: Database,
        where counts: (_ ord: Int64, _ sender: String) -> Bool
    ) throws -> Bool {
        let rows = try Row.fetchCursor(
            db.cachedStatement(sql: senders == nil ? relatedByKind : relatedBySender),
            arguments: [room, target, kinds, senders, limit])
        while let row = try rows.next() {
            if counts(row[0], row[1]) { return true }
        }
        return false
    }

    private static let relatedByKind = """
        SELECT ord, sender FROM relation
        WHERE room = ?1 AND target = ?2 AND rel_type IN (SELECT value FROM json_each(?3)) LIMIT ?5
        """
    /// The index has a sender's relations to one event in one place, so each sender costs one look-up.
    private static let relatedBySender = """
        SELECT ord, sender FROM relation INDEXED BY relation_by_sender
        WHERE room = ?1 AND sender IN (SELECT value FROM json_each(?4)) AND target = ?2
            AND (?3 IS NULL OR rel_type IN (SELECT value FROM json_each(?3))) LIMIT ?5
        """

    /// Returns the events after a position that relate to an event, in order.
    static func related(
        to target: String, room: RoomRowID, after position: Int64, limit: Int, in db: Database
    ) throws -> [(ord: Int64, kind: String)] {
        try Row.fetchAll(
            db.cachedStatement(
                sql: "SELECT ord, rel_type FROM relation WHERE room = ? AND target = ? AND ord > ? ORDER BY ord LIMIT ?"
            ),
            arguments: [room, target, position, limit]
        ).map { ($0[0], $0[1]) }
    }
}
