import GRDB
import SDNWire

/// Makes repeated requests safe. The same device, endpoint and transaction ID always give the same event (SDN sheet 7.5).
///
/// The row is written in the same transaction as the event. After a crash, both exist or neither.
enum TransactionStore {
    /// The time that an entry is stored. It is longer than the 24 hours that clients may rely on.
    private static let lifetime = Duration.seconds(72 * 3_600)
    /// The number of entries among which the expired ones are deleted at once.
    static let sweep: Int64 = 128
    /// A new entry whose key is a multiple of this number deletes expired ones. Keys are random numbers.
    static let sweepEvery: Int64 = 32

    /// True if a request arrives for the first time. This check is for requests that make no event.
    static func isFirst(_ transactionID: String, endpoint: String, caller: Caller, now: Timestamp, in db: Database)
        throws
        -> Bool
    {
        let request = RequestHash(transactionID, endpoint: endpoint, user: caller.userID, device: caller.deviceID)
        guard try event(of: request, in: db) == nil else { return false }
        try insert(request, eventID: "", now: now, in: db)
        return true
    }

    /// Returns the event of an earlier request, or makes a new one with `make`.
    /// - Parameter endpoint: the endpoint with its room and event type or target.
    static func once(
        _ transactionID: String?, endpoint: String, caller: Caller, log: inout RoomLog,
        _ make: (inout RoomLog) throws -> String
    ) throws -> String {
        guard let transactionID else { return try make(&log) }
        let request = RequestHash(transactionID, endpoint: endpoint, user: caller.userID, device: caller.deviceID)
        if let earlier = try event(of: request, in: log.db) { return earlier }
        let eventID = try make(&log)
        try insert(request, eventID: eventID, now: log.now, in: log.db)
        return eventID
    }

    /// Returns the event of a request, which is empty if the request made none; `nil` if the request is new.
    private static func event(of request: RequestHash, in db: Database) throws -> String? {
        try db.first(
            "SELECT event_id FROM handled_request WHERE key = ? AND proof = ?", request.key, request.proof
        ) { $0.text(0) }
    }

    private static func insert(_ request: RequestHash, eventID: String, now: Timestamp, in db: Database) throws {
        // Two requests rarely have the same key. The earlier one then loses its entry.
        try db.run(
            "INSERT OR REPLACE INTO handled_request (key, proof, event_id, ts) VALUES (?, ?, ?, ?)", request.key,
            request.proof, eventID, now.milliseconds)
        if request.key.isMultiple(of: sweepEvery) {
            try forgetOld(after: request.key, before: now - lifetime, in: db)
        }
    }

    /// Deletes the expired entries among the next ones by key. After the last key, the first one follows.
    ///
    /// One user can have a million entries, and after a long pause all of them expire together.
    private static func forgetOld(after key: Int64, before time: Timestamp, in db: Database) throws {
        try db.run(
            """
            DELETE FROM handled_request WHERE key IN (
                SELECT key FROM (
                    SELECT * FROM (SELECT key, ts FROM handled_request WHERE key > ?1 ORDER BY key LIMIT ?3)
                    UNION ALL
                    SELECT * FROM (SELECT key, ts FROM handled_request WHERE key <= ?1 ORDER BY key LIMIT ?3)
                    LIMIT ?3
                ) WHERE ts < ?2
            )
            """, key, time.milliseconds, sweep)
    }
}
