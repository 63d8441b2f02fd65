import Foundation
import GRDB
import HeraldJSON
import SDNWire

/// Messages that wait for their devices. A device confirms that it has received a message when it syncs with a token after the message (SDN sheet
/// 7.3).
enum ToDeviceStore {
    /// The limits on the messages of one sync answer: their number and their bytes. The next answer has the rest. The first message is sent
    /// whatever its size.
    static let perAnswer = 100, bytesPerAnswer = 1 << 20

    struct Message: Sendable {
        let ord: Int64
        let json: [UInt8]
    }

    /// The oldest waiting messages of a device, as many as one sync answer contains.
    struct Batch: Sendable {
        var messages: [Message] = []
        /// True if more messages follow.
        var hasMore = false
    }

    /// Returns the devices that a request names: one device or, if the name is `*`, all devices of the user. Devices that do not exist
    /// receive nothing.
    static func devices(of user: String, named device: String, in db: Database) throws -> [String] {
        try String.fetchAll(
            db.cachedStatement(
                sql: "SELECT device_id FROM device WHERE user_id = ?1 AND NOT is_gone AND (?2 = '*' OR device_id = ?2)"),
            arguments: [user, device])
    }

    /// Queues a message for a device that exists.
    /// - Parameter limit: the most bytes that may wait for the device, counted as in ``ToDeviceLoad``.
    /// - Returns: the work that deletes the surplus; `nil` if there is no surplus, or if the work is already running.
    static func queue(
        _ type: String, _ content: [UInt8], from sender: String, to user: String, device: String, limit: Int,
        in db: Database
    ) throws -> CrowdingFanOut? {
        let ord = try EventStore.nextPosition(in: db)
        try db.cachedStatement(
            sql: "INSERT INTO to_device (user, device, ord, sender, type, content) VALUES (?, ?, ?, ?, ?, ?)"
        )
        .execute(arguments: [user, device, ord, sender, type, Data(content)])
        let load = try ToDeviceLoad.load(user: user, device: device, in: db)
        guard load > limit else { return nil }
        let crowding = CrowdingFanOut(user: user, device: device, limit: limit)
        // If senders write faster than the background work deletes, the sender's own write deletes the surplus messages.
        guard load <= 2 * limit else {
            try crowding.finish(in: db)
            return nil
        }
        return try FanOutStore.has(.crowding, crowding.subject, in: db) ? nil : crowding
    }

    /// Returns the oldest messages that are after a position and that the device has not confirmed.
    static func waiting(_ caller: Caller, after position: Int64, in db: Database) throws -> Batch {
        let position = max(position, try taken(by: caller, in: db))
        let rows = try Row.fetchCursor(
            db.cachedStatement(
                sql:
                    "SELECT ord, sender, type, content FROM to_device WHERE user = ? AND device = ? AND ord > ? ORDER BY ord LIMIT ?"
            ),
            arguments: [caller.userID, caller.deviceID, position, perAnswer + 1])
        var batch = Batch(), bytes = 0
        while let row = try rows.next() {
            var object = JSONObjectWriter()
            object.add("content", try row.withUnsafeData(atIndex: 3) { data in data.map { [UInt8]($0) } ?? [] })
            object.add("sender", JSONText.quoted(row[1]))
            object.add("type", JSONText.quoted(row[2]))
            let json = object.finished()
            guard batch.messages.isEmpty || (batch.messages.count < perAnswer && bytes + json.count <= bytesPerAnswer)
            else {
                batch.hasMore = true
                break
            }
            bytes += json.count
            batch.messages.append(Message(ord: row[0], json: json))
        }
        return batch
    }

    /// Returns the position up to which the device has confirmed its messages; 0 if all confirmed messages have been deleted.
    private static func taken(by caller: Caller, in db: Database) throws -> Int64 {
        try Int64.fetchOne(
            db.cachedStatement(sql: "SELECT taken FROM device WHERE user_id = ? AND device_id = ?"),
            arguments: [caller.userID, caller.deviceID]) ?? 0
    }

    /// Stores the position up to which a device has received messages. These messages are not sent again, not even for an older token.
    /// - Parameter position: a position that is not ahead of the stream. Otherwise it would confirm messages that are sent later.
    static func take(_ caller: Caller, upTo position: Int64, in db: Database) throws {
        try db.cachedStatement(sql: "UPDATE device SET taken = max(taken, ?) WHERE user_id = ? AND device_id = ?")
            .execute(arguments: [position, caller.userID, caller.deviceID])
    }

    /// Returns the bytes of content of the message at a position.
    static func length(of ord: Int64, _ user: String, _ device: String, in db: Database) throws -> Int? {
        try Int.fetchOne(
            db.cachedStatement(sql: "SELECT length(content) FROM to_device WHERE user = ? AND device = ? AND ord = ?"),
            arguments: [user, device, ord])
    }

    static func remove(_ ord: Int64, _ user: String, _ device: String, in db: Database) throws {
        try db.cachedStatement(sql: "DELETE FROM to_device WHERE user = ? AND device = ? AND ord = ?").execute(
            arguments: [user, device, ord])
    }

    /// Deletes a slice of the messages that wait for a device, oldest first.
    /// - Returns: true if all messages up to the position have been deleted.
    static func remove(
        _ user: String, _ device: String, upTo position: Int64, _ slice: inout RemovalSlice, in db: Database
    ) throws -> Bool {
        let rows = try Row.fetchAll(
            db.cachedStatement(
                sql:
                    "SELECT ord, length(content) FROM to_device WHERE user = ? AND device = ? AND ord <= ? ORDER BY ord LIMIT ?"
            ),
            arguments: [user, device, position, slice.rows + 1])
        let going = rows.prefix { slice.takes(bytes: $0[1]) }
        if let last = going.last {
            try db.cachedStatement(sql: "DELETE FROM to_device WHERE user = ? AND device = ? AND ord <= ?")
                .execute(arguments: [user, device, last[0] as Int64])
        }
        return going.count == rows.count
    }
}
