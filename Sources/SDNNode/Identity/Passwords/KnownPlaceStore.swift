import GRDB

/// The remote networks at which an account is known: the networks from which the account's right password has come, and the networks of its
/// devices.
enum KnownPlaceStore {
    /// The most networks that are stored for an account. With one more, the node deletes the network that was used longest ago.
    private static let perAccount = 16
    /// The most devices of the account whose addresses are compared with a network.
    private static let devices = 64

    /// Records that the account's right password came from a network.
    static func note(_ network: String, of userID: String, in db: Database) throws {
        // The rows are ordered by their numbers and not by time, because a clock can be set back.
        try db.execute(
            sql: "INSERT OR REPLACE INTO login_place (user_id, network) VALUES (?, ?)", arguments: [userID, network])
        try db.execute(
            sql: """
                DELETE FROM login_place WHERE user_id = ?1 AND id NOT IN (SELECT id FROM login_place WHERE user_id = ?1 ORDER BY id DESC LIMIT ?2)
                """,
            arguments: [userID, perAccount])
    }

    static func forget(_ userID: String, in db: Database) throws {
        try db.execute(sql: "DELETE FROM login_place WHERE user_id = ?", arguments: [userID])
    }

    /// True if the account is known at the network.
    static func contains(_ network: String, of userID: String, _ lastSeen: DevicesLastSeen, in db: Database) throws
        -> Bool
    {
        let sql = "SELECT EXISTS (SELECT 1 FROM login_place WHERE user_id = ? AND network = ?)"
        if try Bool.fetchOne(db, sql: sql, arguments: [userID, network]) == true { return true }
        let rows = try Row.fetchAll(
            db, sql: "SELECT device_id, last_seen_ip FROM device WHERE user_id = ? AND NOT is_gone LIMIT ?",
            arguments: [userID, devices])
        return rows.contains { row in
            let address = lastSeen.last(userID, row[0])?.address ?? row[1] as String?
            return address.map { RemoteNetwork.key(of: $0) } == network
        }
    }
}
