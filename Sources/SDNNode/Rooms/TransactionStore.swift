import GRDB
import SDNWire

/// Makes repeated requests safe. The same device, endpoint and transaction ID always give the same event (SDN sheet 7.5).
///
/// The row is written in the same transaction as the event. After a crash, both exist or neither.
enum TransactionStore {
    /// The time that an entry is stored. It is longer than the 24 hours that clients may rely on.
    private static let lifetime = Duration.seconds(72 * 3_600)
    /// The most expired entries that are deleted for a request that makes no event.
    private static let sweep: Int64 = 4
    /// The number of events for which expired entries are deleted once, with ``sweep`` entries for each event.
    private static let sweepEvery: Int64 = 32

    /// True if a request arrives for the first time. This check is for requests that make no event.
    static func isFirst(_ transactionID: String, endpoint: String, caller: Caller, now: Timestamp, in db: Database)
        throws
        -> Bool
    {
        try db.cachedStatement(
            sql: "INSERT OR IGNORE INTO txn (user, device, endpoint, txn, event_id, ts) VALUES (?, ?, ?, ?, '', ?)"
        )
        .execute(arguments: [caller.userID, caller.deviceID, endpoint, transactionID, now.milliseconds])
        guard db.changesCount > 0 else { return false }
        try forgetOld(now, atMost: sweep, in: db)
        return true
    }

    /// Returns the event of an earlier request, or makes a new one with `make`.
    /// - Parameter endpoint: the endpoint with its room and event type or target.
    static func once(
        _ transactionID: String?, endpoint: String, caller: Caller, log: inout RoomLog,
        _ make: (inout RoomLog) throws -> String
    ) throws -> String {
        guard let transactionID else { return try make(&log) }
        let db = log.db
        let earlier = try db.first(
            "SELECT event_id FROM txn WHERE user = ? AND device = ? AND endpoint = ? AND txn = ?", caller.userID,
            caller.deviceID, endpoint, transactionID
        ) { $0.text(0) }
        if let earlier { return earlier }
        let eventID = try make(&log)
        try db.run(
            "INSERT INTO txn (user, device, endpoint, txn, event_id, ts) VALUES (?, ?, ?, ?, ?, ?)", caller.userID,
            caller.deviceID, endpoint, transactionID, eventID, log.now.milliseconds)
        if log.room.lastOrd.isMultiple(of: sweepEvery) {
            try forgetOld(log.now, atMost: sweep * sweepEvery, in: db)
        }
        return eventID
    }

    /// Deletes a few expired entries at a time. One user can have a million entries, and after a long pause all of them expire together.
    private static func forgetOld(_ now: Timestamp, atMost limit: Int64, in db: Database) throws {
        try db.cachedStatement(
            sql: """
                DELETE FROM txn WHERE (user, device, endpoint, txn) IN
                    (SELECT user, device, endpoint, txn FROM txn WHERE ts < ? ORDER BY ts LIMIT ?)
                """
        ).execute(arguments: [(now - lifetime).milliseconds, limit])
    }
}
