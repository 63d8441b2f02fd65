import Foundation
import GRDB

/// The stored sync filters of users.
enum SyncFilterStore {
    /// Stores a filter. An equal filter is stored once.
    /// - Parameter limit: the most filters of a user.
    /// - Returns: the filter's ID.
    static func keep(_ body: [UInt8], of user: String, limit: Int, in db: Database) throws -> Int64 {
        let body = Data(body)
        if let known = try Int64.fetchOne(
            db, sql: "SELECT id FROM sync_filter WHERE user = ? AND body = ?", arguments: [user, body])
        {
            return known
        }
        let next =
            (try Int64.fetchOne(db, sql: "SELECT max(id) FROM sync_filter WHERE user = ?", arguments: [user]) ?? -1) + 1
        try db.execute(sql: "INSERT INTO sync_filter (user, id, body) VALUES (?, ?, ?)", arguments: [user, next, body])
        // Above the limit the oldest filter is deleted, because a new device must be able to store its own.
        try db.execute(
            sql: "DELETE FROM sync_filter WHERE user = ? AND id <= ?", arguments: [user, next - Int64(limit)])
        return next
    }

    static func body(_ id: Int64, of user: String, in db: Database) throws -> [UInt8]? {
        try Data.fetchOne(
            db.cachedStatement(sql: "SELECT body FROM sync_filter WHERE user = ? AND id = ?"), arguments: [user, id]
        )
        .map { [UInt8]($0) }
    }
}
