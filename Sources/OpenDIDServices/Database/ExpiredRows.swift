import GRDB
import OpenDID_DataModel

/// One kind of rows that expire, and the way to delete them.
package struct ExpiredRows: Sendable {
    /// Deletes at most `limit` rows that have expired, and returns the number of deleted rows.
    let take: @Sendable (_ db: Database, _ now: UTCInstant, _ limit: Int) throws -> Int

    init(_ take: @escaping @Sendable (_ db: Database, _ now: UTCInstant, _ limit: Int) throws -> Int) {
        self.take = take
    }

    /// Deletes rows with an SQL statement. The statement's first parameter is the time before which rows have expired, and the second is
    /// the largest number of rows.
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
