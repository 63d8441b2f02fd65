import GRDB
import OpenDID_DataModel

/// One kind of rows that expire, and the way to delete them.
package struct ExpiredRows: Sendable {
    /// Deletes at most `limit` rows that have expired, and returns the number of deleted rows.
    let take: @Sendable (_ db: Database, _ now: UTCInstant, _ limit: Int) throws -> Int

    init(_ take: @escaping @Sendable (_ db: Database, _ now: UTCInstant, _ limit: Int) throws -> Int) {
        self.take = take
    }

    /// Creates a rule that deletes rows with an SQL statement.
    /// - Parameters:
    ///   - age: the time for which rows are kept after they have expired. Defaults to none.
    ///   - sql: the statement. Its first placeholder is the time of expiry, in seconds, before which a row is deleted. Its second one is the
    ///     largest number of rows to delete.
    init(before age: Duration = .zero, _ sql: String) {
        take = { db, now, limit in
            try db.executeCached(sql: sql, arguments: [(now - age).seconds, limit])
            return db.changesCount
        }
    }
}

/// One kind of rows that expire. Another process must be asked which of these rows have expired.
package struct AskedRows: Sendable {
    /// Deletes at most `limit` rows, and returns the number of checked rows.
    let take: @Sendable (_ now: UTCInstant, _ limit: Int) async throws -> Int
}
