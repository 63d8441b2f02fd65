import GRDB
import OpenDID_DataModel

/// Rows of one kind that are over.
package struct ExpiredRows: Sendable {
    /// Takes away at most so many rows that were over by a moment, and says how many it took.
    let take: @Sendable (_ db: Database, _ now: UTCInstant, _ limit: Int) throws -> Int

    init(_ take: @escaping @Sendable (_ db: Database, _ now: UTCInstant, _ limit: Int) throws -> Int) { self.take = take }

    /// Runs a statement that takes away rows and has a first parameter for the latest moment and a second for the number of rows.
    init(before age: Int64 = 0, _ sql: String) {
        take = { db, now, limit in
            try db.executeCached(sql: sql, arguments: [now.adding(seconds: -age).seconds, limit])
            return db.changesCount
        }
    }
}

/// Rows of which another process has to say whether they are over.
package struct AskedRows: Sendable {
    /// Takes away at most so many rows, and says how many it looked at.
    let take: @Sendable (_ now: UTCInstant, _ limit: Int) async throws -> Int
}
