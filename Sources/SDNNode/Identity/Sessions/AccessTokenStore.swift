import Foundation
import GRDB

/// The access tokens of devices, by their hashes.
enum AccessTokenStore {
    struct Found: Sendable {
        var caller: Caller
        /// The time at which the token expires; `nil` if it does not expire.
        let expiresAt: Timestamp?
        let createdAt: Timestamp
        /// The row ID of the refresh token that this access token was issued for. The first use of the access token spends it. `nil` if no refresh
        /// token is to be spent.
        let renews: Int64?
    }

    static func find(_ hash: [UInt8], in db: Database) throws -> Found? {
        let sql = "SELECT id, user_id, device_id, expires_at, created_at, renews FROM access_token WHERE hash = ?"
        guard let row = try Row.fetchOne(db, sql: sql, arguments: [Data(hash)]) else { return nil }
        let caller = Caller(userID: row["user_id"], deviceID: row["device_id"], tokenID: row["id"])
        return Found(
            caller: caller, expiresAt: (row["expires_at"] as Int64?).map(Timestamp.init(milliseconds:)),
            createdAt: Timestamp(milliseconds: row["created_at"]), renews: row["renews"])
    }

    static func insert(_ hash: [UInt8], of device: (userID: String, deviceID: String), now: Timestamp, in db: Database)
        throws
    {
        try db.execute(
            sql: "INSERT INTO access_token (hash, user_id, device_id, created_at) VALUES (?, ?, ?, ?)",
            arguments: [Data(hash), device.userID, device.deviceID, now.milliseconds])
    }

    /// Stores an access token that expires and that was issued for a refresh token.
    static func insert(
        _ hash: [UInt8], of device: (userID: String, deviceID: String), until deadline: Timestamp,
        renews refreshID: Int64,
        now: Timestamp, in db: Database
    ) throws {
        try db.execute(
            sql:
                "INSERT INTO access_token (hash, user_id, device_id, created_at, expires_at, renews) VALUES (?, ?, ?, ?, ?, ?)",
            arguments: [Data(hash), device.userID, device.deviceID, now.milliseconds, deadline.milliseconds, refreshID])
    }

    static func expire(of device: (userID: String, deviceID: String), at deadline: Timestamp, in db: Database) throws {
        try db.execute(
            sql: "UPDATE access_token SET expires_at = ? WHERE user_id = ? AND device_id = ?",
            arguments: [deadline.milliseconds, device.userID, device.deviceID])
    }

    /// The number of ended tokens of a device that are kept, so that a late request with one of them learns that the device still exists.
    private static let endedTokens = 10

    /// Ends the access tokens of a device. The device stays, so a request with one of them gets a soft logout.
    /// - Parameter refreshID: the refresh token whose access tokens do not end; `nil` if all end.
    static func end(
        of device: (userID: String, deviceID: String), besidesThoseOf refreshID: Int64? = nil, in db: Database
    ) throws {
        let (userID, deviceID) = device
        try db.execute(
            sql: """
                UPDATE access_token SET expires_at = 0
                WHERE user_id = ?1 AND device_id = ?2 AND (?3 IS NULL OR renews IS NOT ?3)
                """,
            arguments: [userID, deviceID, refreshID])
        try db.execute(
            sql: """
                DELETE FROM access_token WHERE user_id = ?1 AND device_id = ?2 AND expires_at = 0 AND id NOT IN
                    (SELECT id FROM access_token WHERE user_id = ?1 AND device_id = ?2 AND expires_at = 0
                     ORDER BY id DESC LIMIT \(endedTokens))
                """,
            arguments: [userID, deviceID])
    }

    static func remove(of device: (userID: String, deviceID: String), in db: Database) throws {
        try db.execute(
            sql: "DELETE FROM access_token WHERE user_id = ? AND device_id = ?",
            arguments: [device.userID, device.deviceID])
    }

    /// Expires the tokens of devices without a recorded wallet. The devices stay.
    static func endOfUnknownWallets(_ userID: String, in db: Database) throws {
        let unknown =
            "user_id = ?1 AND device_id IN (SELECT device_id FROM device WHERE user_id = ?1 AND wallet IS NULL AND NOT is_gone)"
        try db.execute(sql: "UPDATE access_token SET expires_at = 0 WHERE \(unknown)", arguments: [userID])
        try db.execute(sql: "DELETE FROM refresh_token WHERE \(unknown)", arguments: [userID])
    }

    /// The SQL of a condition: the token with the ID `?1` has not ended, and its account is neither locked nor deactivated.
    static let usableCondition = """
        EXISTS (SELECT 1 FROM access_token t WHERE t.id = ?1 AND t.expires_at IS NOT 0
            AND NOT EXISTS (SELECT 1 FROM account a WHERE a.user_id = t.user_id AND a.state <> 'active'))
        """
    private static let usableQuery = "SELECT \(usableCondition)"

    /// True if a caller's token has not ended, and the account is neither locked nor deactivated.
    static func isUsable(_ caller: Caller, in db: Database) throws -> Bool {
        try db.first(usableQuery, caller.tokenID) { row in row.bool(0) } == true
    }

    /// True if a caller's token has ended, but its device is still logged in or can be logged in again.
    static func isEnded(_ caller: Caller, in db: Database) throws -> Bool {
        let statement = try db.cachedStatement(
            sql: "SELECT EXISTS (SELECT 1 FROM access_token WHERE id = ? AND expires_at = 0)")
        return try Bool.fetchOne(statement, arguments: [caller.tokenID]) == true
    }

    /// True if a caller's token has not ended. The account may be locked.
    static func isAlive(_ caller: Caller, in db: Database) throws -> Bool {
        let statement = try db.cachedStatement(
            sql: "SELECT EXISTS (SELECT 1 FROM access_token WHERE id = ? AND expires_at IS NOT 0)")
        return try Bool.fetchOne(statement, arguments: [caller.tokenID]) == true
    }
}
