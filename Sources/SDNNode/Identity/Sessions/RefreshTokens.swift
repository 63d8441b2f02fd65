import Foundation
import GRDB
import HeraldKeys
import SDNWire

/// Sessions whose access token expires and is renewed with a refresh token, for clients that ask for it.
///
/// A refresh token is spent by the first use of what it gave, be it the access token or the next refresh token. Until then it may be used
/// again, because the answer may have been lost; what the first use gave is void then. Whoever uses it later shows that somebody else has it, and every token of the device ends.
struct RefreshTokens: Sendable {
    let services: NodeServices
    let tokens: AccessTokens

    /// What a login or a renewal gives beside the access token.
    struct Grant: Sendable {
        let refreshToken: String
        /// In milliseconds.
        let lifetime: Int64
    }

    /// Makes the device's access token one that expires. Inside the write that stored it.
    func grant(for device: (userID: String, deviceID: String), now: Int64, in db: Database) throws -> Grant {
        let lifetime = services.configuration.accessTokenLifetime
        try db.execute(
            sql: "UPDATE access_token SET expires_at = ? WHERE user_id = ? AND device_id = ?",
            arguments: [now + lifetime, device.userID, device.deviceID])
        try db.execute(sql: "DELETE FROM refresh_token WHERE user_id = ? AND device_id = ?", arguments: [device.userID, device.deviceID])
        return Grant(refreshToken: try insert(device.userID, device.deviceID, renews: nil, now: now, in: db), lifetime: lifetime)
    }

    /// A new access token and the next refresh token.
    /// - Throws: `M_UNKNOWN_TOKEN` with `soft_logout`: the device is still there, and a login with its id brings it back.
    func refresh(_ request: RefreshRequest) async throws -> RefreshResponse {
        let hash = AccessTokens.hash(request.refreshToken)
        let (token, _) = tokens.mint(deviceID: "")
        let (now, lifetime) = (services.now(), services.configuration.accessTokenLifetime)
        // Strangers' guesses must not keep the only writer busy.
        let isKnown = try await services.database.read { db in
            try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 \(Self.living))", arguments: [Data(hash)]) == true
        }
        guard isKnown else { throw Self.unknown }
        let (grant, userID) = try await services.database.write { db -> (Grant?, String?) in
            let sql = "SELECT t.id, t.user_id, t.device_id, t.spent, t.renews \(Self.living)"
            guard let row = try Row.fetchOne(db, sql: sql, arguments: [Data(hash)]) else { return (nil, nil) }
            let (id, userID, deviceID): (Int64, String, String) = (row[0], row[1], row[2])
            try Accounts.requireActive(userID, in: db)
            let isSpent: Bool = row[3]
            guard !isSpent else {
                for table in ["access_token", "refresh_token"] {
                    try db.execute(sql: "DELETE FROM \(table) WHERE user_id = ? AND device_id = ?", arguments: [userID, deviceID])
                }
                return (nil, userID)
            }
            if let earlier = row[4] as Int64? { try Self.spend(earlier, of: (userID, deviceID), in: db) }
            // What an earlier use gave was never used.
            try db.execute(sql: "DELETE FROM access_token WHERE renews = ?", arguments: [id])
            try db.execute(sql: "DELETE FROM refresh_token WHERE renews = ?", arguments: [id])
            try db.execute(
                sql: "INSERT INTO access_token (hash, user_id, device_id, created_at, expires_at, renews) VALUES (?, ?, ?, ?, ?, ?)",
                arguments: [Data(AccessTokens.hash(token)), userID, deviceID, now, now + lifetime, id])
            return (Grant(refreshToken: try insert(userID, deviceID, renews: id, now: now, in: db), lifetime: lifetime), userID)
        }
        if let userID { tokens.tokensEnded(of: userID) }
        guard let grant else { throw Self.unknown }
        return RefreshResponse(accessToken: token, refreshToken: grant.refreshToken, expiresInMilliseconds: grant.lifetime)
    }

    /// A device that is gone leaves its tokens behind for a while.
    private static let living = """
        FROM refresh_token t JOIN device d ON d.user_id = t.user_id AND d.device_id = t.device_id WHERE t.hash = ? AND NOT d.is_gone
        """
    private static let unknown = MatrixError(.unknownToken, "Unknown refresh token.", softLogout: true)

    /// The first use of a renewed access token: what it renewed is spent, and the device's older tokens end.
    static func confirm(_ tokenID: Int64, renews refreshID: Int64, in db: Database) throws {
        // Not when the refresh token that came with it was used meanwhile: that has spent the same, and newer tokens are there.
        let sql = "SELECT user_id, device_id FROM access_token WHERE id = ? AND renews = ?"
        guard let row = try Row.fetchOne(db, sql: sql, arguments: [tokenID, refreshID]) else { return }
        try spend(refreshID, of: (row[0], row[1]), in: db)
    }

    /// Ends a refresh token for good, of whose use what it gave was used, and the device's access tokens from before that use.
    private static func spend(_ refreshID: Int64, of device: (userID: String, deviceID: String), in db: Database) throws {
        let (userID, deviceID) = device
        try db.execute(
            sql: "DELETE FROM access_token WHERE user_id = ? AND device_id = ? AND renews IS NOT ?", arguments: [userID, deviceID, refreshID])
        try db.execute(sql: "UPDATE refresh_token SET spent = 1 WHERE id = ?", arguments: [refreshID])
        try db.execute(sql: "UPDATE refresh_token SET renews = NULL WHERE renews = ?", arguments: [refreshID])
        try db.execute(sql: "UPDATE access_token SET renews = NULL WHERE user_id = ? AND device_id = ?", arguments: [userID, deviceID])
        // The last few are enough to know a thief by; a device that renews for years must not fill the table.
        try db.execute(
            sql: """
                DELETE FROM refresh_token WHERE user_id = ? AND device_id = ? AND spent AND id NOT IN
                    (SELECT id FROM refresh_token WHERE user_id = ? AND device_id = ? AND spent ORDER BY id DESC LIMIT 100)
                """,
            arguments: [userID, deviceID, userID, deviceID])
    }

    private func insert(_ userID: String, _ deviceID: String, renews: Int64?, now: Int64, in db: Database) throws -> String {
        let token = "sdnr_" + Hex.encode(services.configuration.random(32))
        try db.execute(
            sql: "INSERT INTO refresh_token (hash, user_id, device_id, created_at, renews) VALUES (?, ?, ?, ?, ?)",
            arguments: [Data(AccessTokens.hash(token)), userID, deviceID, now, renews])
        return token
    }
}
