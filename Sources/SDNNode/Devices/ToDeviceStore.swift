import Foundation
import GRDB
import HeraldJSON
import SDNWire

/// Messages that wait for their devices. A device has taken them when it comes back with a token behind them (SDN sheet 7.3).
enum ToDeviceStore {
    /// How many one answer of sync brings, and how many bytes of them: the rest comes with the next one. A first message comes whatever
    /// its size.
    static let perAnswer = 100, bytesPerAnswer = 1 << 20

    struct Message: Sendable {
        let ord: Int64
        let json: [UInt8]
    }

    /// The beginning of what waits.
    struct Batch: Sendable {
        var messages: [Message] = []
        /// Whether there are more behind it.
        var hasMore = false
    }

    /// The devices that a request means: the one, or with `*` all of the user's. Devices that are not there get nothing.
    static func devices(of user: String, named device: String, in db: Database) throws -> [String] {
        try String.fetchAll(
            db.cachedStatement(sql: "SELECT device_id FROM device WHERE user_id = ?1 AND NOT is_gone AND (?2 = '*' OR device_id = ?2)"),
            arguments: [user, device])
    }

    /// Queues a message for a device that is there.
    /// - Parameter limit: how much may wait for the device, weighed as ``ToDeviceLoad`` does.
    /// - Returns: what has to be taken away to keep within the limit; `nil` when that is nothing, or is under way.
    static func queue(
        _ type: String, _ content: [UInt8], from sender: String, to user: String, device: String, limit: Int, in db: Database
    ) throws -> CrowdingFanOut? {
        let ord = try EventStore.nextPosition(in: db)
        try db.cachedStatement(sql: "INSERT INTO to_device (user, device, ord, sender, type, content) VALUES (?, ?, ?, ?, ?, ?)")
            .execute(arguments: [user, device, ord, sender, type, Data(content)])
        let load = try ToDeviceLoad.load(user: user, device: device, in: db)
        guard load > limit else { return nil }
        let crowding = CrowdingFanOut(user: user, device: device, limit: limit)
        // Where very many write faster than what is too much can go, they wait for it.
        guard load <= 2 * limit else {
            try crowding.finish(in: db)
            return nil
        }
        return try FanOutStore.has(.crowding, crowding.subject, in: db) ? nil : crowding
    }

    /// The oldest messages after a position that the device has not taken.
    static func waiting(_ caller: Caller, after position: Int64, in db: Database) throws -> Batch {
        let position = max(position, try taken(by: caller, in: db))
        let rows = try Row.fetchCursor(
            db.cachedStatement(sql: "SELECT ord, sender, type, content FROM to_device WHERE user = ? AND device = ? AND ord > ? ORDER BY ord LIMIT ?"),
            arguments: [caller.userID, caller.deviceID, position, perAnswer + 1])
        var batch = Batch(), bytes = 0
        while let row = try rows.next() {
            var object = JSONObjectWriter()
            object.add("content", try row.withUnsafeData(atIndex: 3) { data in data.map { [UInt8]($0) } ?? [] })
            object.add("sender", JSONText.quoted(row[1]))
            object.add("type", JSONText.quoted(row[2]))
            let json = object.finished()
            guard batch.messages.isEmpty || (batch.messages.count < perAnswer && bytes + json.count <= bytesPerAnswer) else {
                batch.hasMore = true
                break
            }
            bytes += json.count
            batch.messages.append(Message(ord: row[0], json: json))
        }
        return batch
    }

    /// Up to where the device has taken messages that still lie there; 0 when none does.
    private static func taken(by caller: Caller, in db: Database) throws -> Int64 {
        try Int64.fetchOne(
            db.cachedStatement(sql: "SELECT taken FROM device WHERE user_id = ? AND device_id = ?"), arguments: [caller.userID, caller.deviceID]) ?? 0
    }

    /// Whether the device has more with a token than was known of it.
    static func hasTaken(_ caller: Caller, upTo position: Int64, in db: Database) throws -> Bool {
        try Bool.fetchOne(
            db.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM to_device WHERE user = ? AND device = ? AND ord > ? AND ord <= ?)"),
            arguments: [caller.userID, caller.deviceID, try taken(by: caller, in: db), position]) ?? false
    }

    /// Notes what a device has taken: it is not read again, also by an older token.
    static func take(_ caller: Caller, upTo position: Int64, in db: Database) throws {
        // A client may name a position that is yet to come, and has nothing of that.
        let position = min(position, try EventStore.position(in: db))
        try db.cachedStatement(sql: "UPDATE device SET taken = max(taken, ?) WHERE user_id = ? AND device_id = ?")
            .execute(arguments: [position, caller.userID, caller.deviceID])
    }

    /// How many bytes of content the message at a position has.
    static func length(of ord: Int64, _ user: String, _ device: String, in db: Database) throws -> Int? {
        try Int.fetchOne(
            db.cachedStatement(sql: "SELECT length(content) FROM to_device WHERE user = ? AND device = ? AND ord = ?"), arguments: [user, device, ord])
    }

    /// Takes the message at a position away.
    static func remove(_ ord: Int64, _ user: String, _ device: String, in db: Database) throws {
        try db.cachedStatement(sql: "DELETE FROM to_device WHERE user = ? AND device = ? AND ord = ?").execute(arguments: [user, device, ord])
    }

    /// Takes a slice of what waits for a device away, the oldest first. - Returns: whether nothing is left up to there.
    static func remove(
        _ user: String, _ device: String, upTo position: Int64, _ slice: inout RemovalSlice, in db: Database
    ) throws -> Bool {
        let rows = try Row.fetchAll(
            db.cachedStatement(sql: "SELECT ord, length(content) FROM to_device WHERE user = ? AND device = ? AND ord <= ? ORDER BY ord LIMIT ?"),
            arguments: [user, device, position, slice.rows + 1])
        let going = rows.prefix { slice.takes(bytes: $0[1]) }
        if let last = going.last {
            try db.cachedStatement(sql: "DELETE FROM to_device WHERE user = ? AND device = ? AND ord <= ?")
                .execute(arguments: [user, device, last[0] as Int64])
        }
        return going.count == rows.count
    }
}
