import Foundation
import GRDB

/// What a user keeps on the node, for all rooms or for one. It shares the stream's positions, so sync finds what is new.
enum AccountDataStore {
    static func content(_ user: String, room: Int64, type: String, in db: Database) throws -> [UInt8]? {
        try Data.fetchOne(
            db.cachedStatement(sql: "SELECT content FROM account_data WHERE user = ? AND room = ? AND type = ? AND NOT is_deleted"), arguments: [user, room, type]
        ).map { [UInt8]($0) }
    }

    static func set(_ user: String, room: Int64, type: String, content: [UInt8], in db: Database) throws {
        let ord = try EventStore.nextPosition(in: db)
        try db.cachedStatement(sql: "INSERT OR REPLACE INTO account_data (user, room, type, content, ord) VALUES (?, ?, ?, ?, ?)")
            .execute(arguments: [user, room, type, Data(content), ord])
    }

    /// Takes one type away; devices that have it are told of an empty content.
    static func delete(_ user: String, room: Int64, type: String, in db: Database) throws {
        guard try content(user, room: room, type: type, in: db) != nil else { return }
        let ord = try EventStore.nextPosition(in: db)
        try db.cachedStatement(sql: "UPDATE account_data SET content = ?, ord = ?, is_deleted = 1 WHERE user = ? AND room = ? AND type = ?")
            .execute(arguments: [Data("{}".utf8), ord, user, room, type])
    }

    /// Which types of which rooms changed after a position, those that were taken away too, in the order of their changes; `nil` for more
    /// than `limit`.
    static func changes(_ user: String, after position: Int64, atMost limit: Int, in db: Database) throws -> [Int64: [String]]? {
        let rows = try Row.fetchAll(
            db.cachedStatement(sql: "SELECT room, type FROM account_data WHERE user = ? AND ord > ? ORDER BY ord LIMIT ?"),
            arguments: [user, position, limit + 1])
        return rows.count > limit ? nil : Dictionary(grouping: rows) { $0[0] }.mapValues { $0.map { $0[1] } }
    }

    /// The same for one room; without a position the types that are there.
    static func changedTypes(_ user: String, room: Int64, after position: Int64?, in db: Database) throws -> [String] {
        // Never by the index of all changes: it would be read anew for each room.
        try String.fetchAll(
            db.cachedStatement(sql: """
                SELECT type FROM account_data WHERE user = ?1 AND room = ?2 AND +ord > ?3 AND (?3 >= 0 OR NOT is_deleted) ORDER BY +ord
                """),
            arguments: [user, room, position ?? -1])
    }

    /// The content, which is empty for a type that was taken away.
    static func contentOrMark(_ user: String, room: Int64, type: String, in db: Database) throws -> [UInt8]? {
        try Data.fetchOne(
            db.cachedStatement(sql: "SELECT content FROM account_data WHERE user = ? AND room = ? AND type = ?"), arguments: [user, room, type]
        ).map { [UInt8]($0) }
    }
}
