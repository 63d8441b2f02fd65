import GRDB
import HeraldKeys
import SDNWire

/// Sessions whose access token expires and is renewed with a refresh token, for clients that request it.
///
/// Two tokens are issued for a refresh token: an access token and the next refresh token. The refresh token is spent when one of these two is used
/// for the first time. Until then, the client may use the refresh token again, because the answer may have been lost. The tokens of the lost answer
/// then become void. If a spent refresh token is used, two clients have it, so all tokens of the device end.
struct RefreshTokens: Sendable {
    let services: NodeServices
    let tokens: AccessTokens

    /// The values that a login or a renewal returns beside the access token.
    struct Grant: Sendable {
        let refreshToken: String
        /// The lifetime of the access token.
        let lifetime: Duration
    }

    /// Makes the device's access token expire, and issues a refresh token. It must run in the write that stored the access token.
    func grant(for device: (userID: String, deviceID: String), now: Timestamp, in db: Database) throws -> Grant {
        let lifetime = services.configuration.accessTokenLifetime
        try AccessTokenStore.expire(of: device, at: now + lifetime, in: db)
        try RefreshTokenStore.remove(of: device, in: db)
        return Grant(refreshToken: try make(for: device, renews: nil, now: now, in: db), lifetime: lifetime)
    }

    /// Issues a new access token and the next refresh token.
    /// - Throws: `M_UNKNOWN_TOKEN` with `soft_logout` if the token is unknown or spent. The device still exists, and a login with its ID restores it.
    func refresh(_ request: RefreshRequest) async throws -> RefreshResponse {
        let hash = AccessTokens.hash(request.refreshToken)
        let (token, _) = tokens.mint(deviceID: "")
        let (now, lifetime) = (services.now(), services.configuration.accessTokenLifetime)
        // Unknown tokens are refused before the write, so that guesses of strangers do not occupy the only writer.
        guard try await services.database.read({ db in try RefreshTokenStore.isKnown(hash, in: db) }) else {
            throw Self.unknown
        }
        let (grant, userID) = try await services.database.write { db -> (Grant?, String?) in
            guard let found = try RefreshTokenStore.find(hash, in: db) else { return (nil, nil) }
            let device = found.device
            try AccountStore.requireActive(device.userID, in: db)
            guard !found.isSpent else {
                try AccessTokenStore.end(of: device, in: db)
                try RefreshTokenStore.remove(of: device, in: db)
                return (nil, device.userID)
            }
            if let earlier = found.renews { try RefreshTokenStore.spend(earlier, of: device, in: db) }
            // The tokens of an earlier answer to this refresh token were never used. They are deleted, so that only the new tokens are valid.
            try RefreshTokenStore.removeGiven(by: found.id, in: db)
            try AccessTokenStore.insert(
                AccessTokens.hash(token), of: device, until: now + lifetime, renews: found.id, now: now, in: db)
            return (
                Grant(refreshToken: try make(for: device, renews: found.id, now: now, in: db), lifetime: lifetime),
                device.userID
            )
        }
        if let userID { tokens.tokensEnded(of: userID) }
        guard let grant else { throw Self.unknown }
        return RefreshResponse(
            accessToken: token, refreshToken: grant.refreshToken, expiresIn: grant.lifetime)
    }

    private static let unknown = MatrixError(.unknownToken, "Unknown refresh token.", softLogout: true)

    /// Handles the first use of a renewed access token: the refresh token is spent, and the device's older tokens end.
    static func confirm(_ tokenID: Int64, renews refreshID: Int64, in db: Database) throws {
        // If the next refresh token was used first, that use has already spent this refresh token, and there is nothing more to do.
        guard let device = try RefreshTokenStore.device(of: tokenID, renewing: refreshID, in: db) else { return }
        try RefreshTokenStore.spend(refreshID, of: device, in: db)
    }

    private func make(for device: (userID: String, deviceID: String), renews: Int64?, now: Timestamp, in db: Database)
        throws -> String
    {
        let token = "sdnr_" + Hex.encode(services.configuration.random(32))
        try RefreshTokenStore.insert(AccessTokens.hash(token), of: device, renews: renews, now: now, in: db)
        return token
    }
}
