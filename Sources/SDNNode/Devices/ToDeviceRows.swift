import GRDB

/// The bytes that wait for a device, read from the database.
extension ToDeviceLoad {
    static func load(user: String, device: String, in db: Database) throws -> Int {
        try Int.fetchOne(
            db.cachedStatement(sql: "SELECT to_device_load FROM device WHERE user_id = ? AND device_id = ?"),
            arguments: [user, device]) ?? 0
    }

    /// Returns the messages that wait for a device by sender, newest first.
    static func waiting(user: String, device: String, in db: Database) throws -> [String: [Waiting]] {
        let rows = try Row.fetchCursor(
            db.cachedStatement(
                sql:
                    "SELECT sender, ord, length(content) FROM to_device WHERE user = ? AND device = ? ORDER BY ord DESC"
            ),
            arguments: [user, device])
        var waiting: [String: [Waiting]] = [:]
        while let row = try rows.next() {
            waiting[row[0], default: []].append(Waiting(ord: row[1], weight: (row[2] as Int) + perMessage))
        }
        return waiting
    }
}
