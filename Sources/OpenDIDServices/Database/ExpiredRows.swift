import GRDB
import OpenDID_DataModel

/// A kind of rows that expire.
package struct ExpiredRows: Sendable {
    /// Deletes at most `limit` rows that have expired, and returns the number of deleted rows.
    let take: @Sendable (_ db: Database, _ now: UTCInstant, _ limit: Int) throws -> Int

    init(_ take: @escaping @Sendable (_ db: Database, _ now: UTCInstant, _ limit: Int) throws -> Int) {
        self.take = take
    }

    /// Deletes rows with a statement. Its first parameter is the latest time, and its second is the number of rows.
    init(before age: Duration = .zero, _ sql: String) {
        take = { db, now, limit in
            try db.executeCached(sql: sql, arguments: [(now - age).seconds, limit])
            return db.changesCount
        }
    }
}

/// A kind of rows of which another process knows if they have expired.
package struct AskedRows: Sendable {
    /// Deletes at most `limit` rows, and returns the number of checked rows.
    let take: @Sendable (_ now: UTCInstant, _ limit: Int) async throws -> Int
}
