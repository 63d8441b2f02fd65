import Foundation
import GRDB
import SDNWire

/// The account data of users, global or of one room. Each change takes a position in the node-wide stream, so that sync finds the changes after a
/// position.
enum AccountDataStore {
    static func content(_ user: String, room: RoomRowID, type: String, in db: Database) throws -> [UInt8]? {
        try Data.fetchOne(
            db.cachedStatement(
                sql: "SELECT content FROM account_data WHERE user = ? AND room = ? AND type = ? AND NOT is_deleted"),
            arguments: [user, room, type]
        ).map { [UInt8]($0) }
    }

    static func set(_ user: String, room: RoomRowID, type: String, content: [UInt8], in db: Database) throws {
        let ord = try EventStore.nextPosition(in: db)
        try db.cachedStatement(
            sql: "INSERT OR REPLACE INTO account_data (user, room, type, content, ord) VALUES (?, ?, ?, ?, ?)"
        )
        .execute(arguments: [user, room, type, Data(content), ord])
    }

    /// Deletes one type of account data. The row stays with empty content and marks the deletion, so that sync can report it to the user's
    /// devices.
    static func delete(_ user: String, room: RoomRowID, type: String, in db: Database) throws {
        guard try content(user, room: room, type: type, in: db) != nil else { return }
        let ord = try EventStore.nextPosition(in: db)
        try db.cachedStatement(
            sql: "UPDATE account_data SET content = ?, ord = ?, is_deleted = 1 WHERE user = ? AND room = ? AND type = ?"
        )
        .execute(arguments: [Data("{}".utf8), ord, user, room, type])
    }

    /// Returns the types of account data that changed after a position, grouped by room. The types of a room are in the order of their
    /// changes. Deleted types are included. Returns `nil` if more than `limit` types changed.
    static func changes(_ user: String, after position: Int64, atMost limit: Int, in db: Database) throws -> [RoomRowID:
        [String]]?
    {
        let rows = try Row.fetchAll(
            db.cachedStatement(
                sql: "SELECT room, type FROM account_data WHERE user = ? AND ord > ? ORDER BY ord LIMIT ?"),
            arguments: [user, position, limit + 1])
        return rows.count > limit ? nil : Dictionary(grouping: rows) { $0[0] }.mapValues { $0.map { $0[1] } }
    }

    /// Returns the types of one room's account data that changed after a position, including deleted ones. Without a position, returns the types that
    /// exist.
    static func changedTypes(_ user: String, room: RoomRowID, after position: Int64?, in db: Database) throws
        -> [String]
    {
        // The unary plus keeps SQLite from using the index over the user's changes in all rooms. With that index, SQLite would read the
        // user's changes in all rooms once for each room.
        var types: [String] = []
        try db.each(
            "SELECT type FROM account_data WHERE user = ?1 AND room = ?2 AND +ord > ?3 AND (?3 >= 0 OR NOT is_deleted) ORDER BY +ord",
            user, room, position ?? -1
        ) { types.append($0.text(0)) }
        return types
    }

    /// Returns the content of one type of account data; `nil` if neither the type nor a mark of its deletion exists. The content of a
    /// deleted type is empty.
    static func contentOrMark(_ user: String, room: RoomRowID, type: String, in db: Database) throws -> [UInt8]? {
        try Data.fetchOne(
            db.cachedStatement(sql: "SELECT content FROM account_data WHERE user = ? AND room = ? AND type = ?"),
            arguments: [user, room, type]
        ).map { [UInt8]($0) }
    }
    /// Returns the stream position of the change that set the content of a type; `nil` if the type does not exist or is deleted.
    static func position(_ user: String, room: RoomRowID, type: String, in db: Database) throws -> Int64? {
        try Int64.fetchOne(
            db.cachedStatement(
                sql: "SELECT ord FROM account_data WHERE user = ? AND room = ? AND type = ? AND NOT is_deleted"),
            arguments: [user, room, type])
    }
}

/// Limits how much account data a user stores, because every first sync of every device contains all of it.
extension AccountDataStore {
    /// Types whose content grows with the number of the user's rooms and contacts. They have a higher limit.
    private static let large: Set<String> = ["m.direct", "m.ignored_user_list", "m.push_rules", "m.tag"]
    /// The bytes that the limit counts for each entry in addition to its content.
    private static let perEntry = 256

    /// Checks the limits before an entry is set.
    /// - Throws: `M_TOO_LARGE` if the entry is too large; `M_RESOURCE_LIMIT_EXCEEDED` if the user has too many types or bytes.
    static func check(_ user: String, room: RoomRowID, type: String, bytes: Int, _ limits: UserLimits, in db: Database)
        throws
    {
        let largest = large.contains(type) ? limits.accountDataLargeEntry : limits.accountDataEntry
        guard bytes <= largest else {
            throw MatrixError(.tooLarge, "content: account data of this type has at most \(largest) bytes.")
        }
        let row = try Row.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT coalesce(sum(length(content) + \(perEntry)), 0), coalesce(sum(room = ?2), 0) FROM account_data
                    WHERE user = ?1 AND NOT is_deleted AND NOT (room = ?2 AND type = ?3)
                    """),
            arguments: [user, room, type])
        let (sum, types): (Int, Int) = (row?[0] ?? 0, row?[1] ?? 0)
        guard types < limits.accountDataTypes else {
            throw full("type: a user has at most \(limits.accountDataTypes) types of account data in one place.")
        }
        guard sum + perEntry + bytes <= limits.accountData else {
            throw full("content: a user has at most \(limits.accountData) bytes of account data.")
        }
    }

    /// Deletes the user's oldest marks of deleted types, so that at most `limit` marks remain.
    /// - Parameter limit: the most marks that remain. The newest ones remain.
    static func forgetDeleted(_ user: String, beyond limit: Int, in db: Database) throws {
        try db.cachedStatement(
            sql: """
                DELETE FROM account_data WHERE user = ?1 AND is_deleted AND ord <= (
                    SELECT ord FROM account_data WHERE user = ?1 AND is_deleted ORDER BY ord DESC LIMIT 1 OFFSET ?2)
                """
        ).execute(arguments: [user, limit])
    }

    private static func full(_ reason: String) -> StatusedError {
        StatusedError(status: 403, error: MatrixError(.resourceLimitExceeded, reason))
    }
}
