import Foundation
import GRDB

/// The refresh tokens of devices, by their hashes.
enum RefreshTokenStore {
    struct Found {
        let id: Int64
        let device: (userID: String, deviceID: String)
        let isSpent: Bool
        /// The row ID of the refresh token that this one was issued for. The first use of this token spends it. `nil` if no refresh token is to be
        /// spent.
        let renews: Int64?
    }

    /// The part of a query that selects the refresh token with a hash. It leaves out devices that were logged out, because their rows are deleted
    /// only later.
    private static let living = """
        FROM refresh_token t JOIN device d ON d.user_id = t.user_id AND d.device_id = t.device_id WHERE t.hash = ? AND NOT d.is_gone
        """

    static func isKnown(_ hash: [UInt8], in db: Database) throws -> Bool {
        try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 \(living))", arguments: [Data(hash)]) == true
    }

    static func find(_ hash: [UInt8], in db: Database) throws -> Found? {
        let sql = "SELECT t.id, t.user_id, t.device_id, t.spent, t.renews \(living)"
        return try Row.fetchOne(db, sql: sql, arguments: [Data(hash)]).map {
            Found(id: $0[0], device: ($0[1], $0[2]), isSpent: $0[3], renews: $0[4])
        }
    }

    static func insert(
        _ hash: [UInt8], of device: (userID: String, deviceID: String), renews: Int64?, now: Timestamp, in db: Database
    ) throws {
        try db.execute(
            sql: "INSERT INTO refresh_token (hash, user_id, device_id, created_at, renews) VALUES (?, ?, ?, ?, ?)",
            arguments: [Data(hash), device.userID, device.deviceID, now.milliseconds, renews])
    }

    static func remove(of device: (userID: String, deviceID: String), in db: Database) throws {
        try db.execute(
            sql: "DELETE FROM refresh_token WHERE user_id = ? AND device_id = ?",
            arguments: [device.userID, device.deviceID])
    }

    /// Deletes the access token and the refresh token that were issued for a refresh token.
    static func removeGiven(by refreshID: Int64, in db: Database) throws {
        try db.execute(sql: "DELETE FROM access_token WHERE renews = ?", arguments: [refreshID])
        try db.execute(sql: "DELETE FROM refresh_token WHERE renews = ?", arguments: [refreshID])
    }

    /// Returns the device of an access token that was issued for a refresh token.
    static func device(of tokenID: Int64, renewing refreshID: Int64, in db: Database) throws -> (
        userID: String, deviceID: String
    )? {
        let sql = "SELECT user_id, device_id FROM access_token WHERE id = ? AND renews = ?"
        return try Row.fetchOne(db, sql: sql, arguments: [tokenID, refreshID]).map { ($0[0], $0[1]) }
    }

    /// Ends a refresh token because a token that was issued for it was used. Ends the device's older access tokens as well.
    static func spend(_ refreshID: Int64, of device: (userID: String, deviceID: String), in db: Database) throws {
        let (userID, deviceID) = device
        try AccessTokenStore.end(of: device, besidesThoseOf: refreshID, in: db)
        try db.execute(sql: "UPDATE refresh_token SET spent = 1 WHERE id = ?", arguments: [refreshID])
        try db.execute(sql: "UPDATE refresh_token SET renews = NULL WHERE renews = ?", arguments: [refreshID])
        try db.execute(
            sql: "UPDATE access_token SET renews = NULL WHERE user_id = ? AND device_id = ?",
            arguments: [userID, deviceID])
        // Only the device's newest spent tokens are stored. They are enough to detect a stolen token, and a device that renews for years must not
        // fill the table.
        try db.execute(
            sql: """
                DELETE FROM refresh_token WHERE user_id = ? AND device_id = ? AND spent AND id NOT IN
                    (SELECT id FROM refresh_token WHERE user_id = ? AND device_id = ? AND spent ORDER BY id DESC LIMIT 100)
                """,
            arguments: [userID, deviceID, userID, deviceID])
    }
}
