import Foundation
import GRDB

/// Reads of the `event` table. Every statement is cached on its connection.
enum EventStore {
    private static let select = "SELECT \(StoredEvent.columns) FROM event WHERE "

    static func event(id: String, room: Int64, in db: Database) throws -> StoredEvent? {
        let statement = try db.cachedStatement(sql: select + "event_id = ? AND room = ?")
        return try Row.fetchOne(statement, arguments: [id, room]).map(StoredEvent.init(row:))
    }

    static func event(room: Int64, ord: Int64, in db: Database) throws -> StoredEvent? {
        let statement = try db.cachedStatement(sql: select + "room = ? AND ord = ?")
        return try Row.fetchOne(statement, arguments: [room, ord]).map(StoredEvent.init(row:))
    }

    /// About how many bytes of JSON an event takes, with what it replaced; 0 for one that is not there.
    static func size(room: Int64, ord: Int64, in db: Database) throws -> Int {
        try Int.fetchOne(
            db.cachedStatement(sql: """
                SELECT 512 + length(e.content) + coalesce(length(p.content), 0) FROM event e
                LEFT JOIN event p ON p.room = e.room AND p.ord = e.replaces WHERE e.room = ? AND e.ord = ?
                """),
            arguments: [room, ord]) ?? 0
    }

    /// Walks the events with `lower` < ord ≤ `upper`, newest or oldest first, until `visit` returns `false`.
    static func walk(
        room: Int64, after lower: Int64, upTo upper: Int64, newestFirst: Bool, in db: Database, _ visit: (StoredEvent) throws -> Bool
    ) throws {
        guard lower < upper else { return }
        let order = newestFirst ? "DESC" : "ASC"
        // Not cached: a visitor may start another walk, and one statement cannot run twice at once.
        let statement = try db.makeStatement(sql: select + "room = ? AND ord > ? AND ord <= ? ORDER BY ord \(order)")
        let rows = try Row.fetchCursor(statement, arguments: [room, lower, upper])
        while let row = try rows.next() {
            if try !visit(StoredEvent(row: row)) { return }
        }
    }

    /// The position of the newest event of the node, which is also that of the newest account data.
    static func position(in db: Database) throws -> Int64 {
        try Int64.fetchOne(db.cachedStatement(sql: "SELECT position FROM stream WHERE id = 1")) ?? 0
    }

    /// Takes the next position of the stream.
    static func nextPosition(in db: Database) throws -> Int64 {
        try db.cachedStatement(sql: "UPDATE stream SET position = position + 1 WHERE id = 1").execute()
        return try position(in: db)
    }
}
