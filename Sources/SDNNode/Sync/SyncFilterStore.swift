import Foundation
import GRDB

/// The filters of sync that users have stored.
enum SyncFilterStore {
    /// Keeps a filter; an equal one is kept once.
    /// - Parameter limit: how many a user has.
    /// - Returns: its id.
    static func keep(_ body: [UInt8], of user: String, limit: Int, in db: Database) throws -> Int64 {
        let body = Data(body)
        if let known = try Int64.fetchOne(db, sql: "SELECT id FROM sync_filter WHERE user = ? AND body = ?", arguments: [user, body]) { return known }
        let next = (try Int64.fetchOne(db, sql: "SELECT max(id) FROM sync_filter WHERE user = ?", arguments: [user]) ?? -1) + 1
        try db.execute(sql: "INSERT INTO sync_filter (user, id, body) VALUES (?, ?, ?)", arguments: [user, next, body])
        // Beyond the limit the oldest goes: a new device must not be kept from storing its own.
        try db.execute(sql: "DELETE FROM sync_filter WHERE user = ? AND id <= ?", arguments: [user, next - Int64(limit)])
        return next
    }

    static func body(_ id: Int64, of user: String, in db: Database) throws -> [UInt8]? {
        try Data.fetchOne(db.cachedStatement(sql: "SELECT body FROM sync_filter WHERE user = ? AND id = ?"), arguments: [user, id])
            .map { [UInt8]($0) }
    }
}
