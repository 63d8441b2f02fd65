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
        try AccessTokenStore.expire(of: device, at: now + lifetime, in: db)
        try RefreshTokenStore.remove(of: device, in: db)
        return Grant(refreshToken: try make(for: device, renews: nil, now: now, in: db), lifetime: lifetime)
    }

    /// A new access token and the next refresh token.
    /// - Throws: `M_UNKNOWN_TOKEN` with `soft_logout`: the device is still there, and a login with its id brings it back.
    func refresh(_ request: RefreshRequest) async throws -> RefreshResponse {
        let hash = AccessTokens.hash(request.refreshToken)
        let (token, _) = tokens.mint(deviceID: "")
        let (now, lifetime) = (services.now(), services.configuration.accessTokenLifetime)
        // Strangers' guesses must not keep the only writer busy.
        guard try await services.database.read({ db in try RefreshTokenStore.isKnown(hash, in: db) }) else { throw Self.unknown }
        let (grant, userID) = try await services.database.write { db -> (Grant?, String?) in
            guard let found = try RefreshTokenStore.find(hash, in: db) else { return (nil, nil) }
            let device = found.device
            try AccountStore.requireActive(device.userID, in: db)
            guard !found.isSpent else {
                try AccessTokenStore.remove(of: device, in: db)
                try RefreshTokenStore.remove(of: device, in: db)
                return (nil, device.userID)
            }
            if let earlier = found.renews { try RefreshTokenStore.spend(earlier, of: device, in: db) }
            // What an earlier use gave was never used.
            try RefreshTokenStore.removeGiven(by: found.id, in: db)
            try AccessTokenStore.insert(AccessTokens.hash(token), of: device, until: now + lifetime, renews: found.id, now: now, in: db)
            return (Grant(refreshToken: try make(for: device, renews: found.id, now: now, in: db), lifetime: lifetime), device.userID)
        }
        if let userID { tokens.tokensEnded(of: userID) }
        guard let grant else { throw Self.unknown }
        return RefreshResponse(accessToken: token, refreshToken: grant.refreshToken, expiresInMilliseconds: grant.lifetime)
    }

    private static let unknown = MatrixError(.unknownToken, "Unknown refresh token.", softLogout: true)

    /// The first use of a renewed access token: what it renewed is spent, and the device's older tokens end.
    static func confirm(_ tokenID: Int64, renews refreshID: Int64, in db: Database) throws {
        // Not when the refresh token that came with it was used meanwhile: that has spent the same, and newer tokens are there.
        guard let device = try RefreshTokenStore.device(of: tokenID, renewing: refreshID, in: db) else { return }
        try RefreshTokenStore.spend(refreshID, of: device, in: db)
    }

    private func make(for device: (userID: String, deviceID: String), renews: Int64?, now: Int64, in db: Database) throws -> String {
        let token = "sdnr_" + Hex.encode(services.configuration.random(32))
        try RefreshTokenStore.insert(AccessTokens.hash(token), of: device, renews: renews, now: now, in: db)
        return token
    }
}
