import OpenDID_DataModel

/// One kind of rows that expire, and the way to delete them.
package struct ExpiredRows: Sendable {
    /// Deletes at most `limit` rows that have expired, and returns the number of deleted rows.
    let take: @Sendable (_ rows: any ServiceRows, _ now: UTCInstant, _ limit: Int) throws -> Int

    package init(_ take: @escaping @Sendable (_ rows: any ServiceRows, _ now: UTCInstant, _ limit: Int) throws -> Int) {
        self.take = take
    }
}

/// One kind of rows that expire. Another process must be asked which of these rows have expired.
package struct AskedRows: Sendable {
    /// Deletes at most `limit` rows, and returns the number of checked rows.
    let take: @Sendable (_ now: UTCInstant, _ limit: Int) async throws -> Int
}
