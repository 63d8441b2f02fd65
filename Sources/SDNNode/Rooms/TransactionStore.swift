import GRDB
import SDNWire

/// Makes a repeated request harmless: the same device, endpoint and transaction id give the same event (SDN sheet 7.5).
///
/// The entry is written in the transaction of the event, so both are there or neither, after a crash too.
enum TransactionStore {
    /// Longer than the 24 hours that clients may rely on, in milliseconds.
    private static let lifetime: Int64 = 72 * 3_600_000
    /// How many entries that are over go with each one that comes.
    private static let sweep = 4

    /// Whether a request that makes no event comes for the first time.
    static func isFirst(_ transactionID: String, endpoint: String, caller: Caller, now: Int64, in db: Database) throws -> Bool {
        try db.cachedStatement(sql: "INSERT OR IGNORE INTO txn (user, device, endpoint, txn, event_id, ts) VALUES (?, ?, ?, ?, '', ?)")
            .execute(arguments: [caller.userID, caller.deviceID, endpoint, transactionID, now])
        guard db.changesCount > 0 else { return false }
        try forgetOld(now, in: db)
        return true
    }

    /// The event of an earlier request, or that of `make`.
    /// - Parameter endpoint: the endpoint with its room and event type or target.
    static func once(
        _ transactionID: String?, endpoint: String, caller: Caller, log: inout RoomLog, _ make: (inout RoomLog) throws -> String
    ) throws -> String {
        guard let transactionID else { return try make(&log) }
        let db = log.db
        let earlier = try String.fetchOne(
            db.cachedStatement(sql: "SELECT event_id FROM txn WHERE user = ? AND device = ? AND endpoint = ? AND txn = ?"),
            arguments: [caller.userID, caller.deviceID, endpoint, transactionID])
        if let earlier { return earlier }
        let eventID = try make(&log)
        try db.cachedStatement(sql: "INSERT INTO txn (user, device, endpoint, txn, event_id, ts) VALUES (?, ?, ?, ?, ?, ?)")
            .execute(arguments: [caller.userID, caller.deviceID, endpoint, transactionID, eventID, log.now])
        try forgetOld(log.now, in: db)
        return eventID
    }

    /// A few at a time: one user can have made a million of them, and all of these are over at once when nobody has written for long.
    private static func forgetOld(_ now: Int64, in db: Database) throws {
        try db.cachedStatement(sql: """
            DELETE FROM txn WHERE (user, device, endpoint, txn) IN
                (SELECT user, device, endpoint, txn FROM txn WHERE ts < ? ORDER BY ts LIMIT \(sweep))
            """
        ).execute(arguments: [now - lifetime])
    }
}
