import Crypto
import Foundation
import GRDB
import SDNWire

/// Tokens with which another service can verify who a user is. The node stores only their hashes.
struct OpenIDTokens: Sendable {
    /// The lifetime of a token.
    static let lifetime = Duration.seconds(3_600)
    /// The most tokens of a user. With one more, the node deletes the oldest.
    static let perUser = 100
    /// The most expired tokens, and the most surplus tokens of the user, that are deleted when a token is made.
    private static let sweep = 16
    let services: NodeServices

    /// - Throws: `M_FORBIDDEN` if the token would be for another user.
    func make(_ request: OpenIDTokenRequest, _ caller: Caller) async throws -> OpenIDTokenResponse {
        guard try UserID(request.userID, field: "userId").text == caller.userID else {
            throw MatrixError(.forbidden, "You can request a token only for yourself.")
        }
        let token = Base64URLText.encode(services.configuration.random(32))
        let now = services.now(), hash = Self.hash(token)
        try await services.database.write { db in
            try AccessTokens.requireAlive(caller, in: db)
            try OpenIDTokenStore.removeExpired(at: now, atMost: Self.sweep, in: db)
            try OpenIDTokenStore.removeOldest(of: caller.userID, beyond: Self.perUser - 1, atMost: Self.sweep, in: db)
            try OpenIDTokenStore.insert(hash, of: caller.userID, until: now + Self.lifetime, in: db)
        }
        return OpenIDTokenResponse(
            accessToken: token, serverName: services.configuration.serverName,
            expiresIn: Self.lifetime)
    }

    /// Returns the user of a token.
    /// - Throws: `M_UNKNOWN_TOKEN` if the token is unknown or has expired.
    func user(_ request: OpenIDUserInfoRequest, _ call: Call) async throws -> OpenIDUserInfoResponse {
        let now = services.now(), hash = Self.hash(request.token)
        let user = try await services.database.read { db in
            try OpenIDTokenStore.find(hash, in: db).flatMap { user, deadline in
                StoredDeadline.isAhead(deadline, madeAt: deadline - Self.lifetime, now: now) ? user : nil
            }
        }
        guard let user else { throw MatrixError(.unknownToken, "The token is unknown or has expired.") }
        return OpenIDUserInfoResponse(userID: user)
    }

    /// Ends all OpenID tokens of a user.
    static func end(of userID: String, in db: Database) throws {
        try OpenIDTokenStore.removeAll(of: userID, in: db)
    }

    private static func hash(_ token: String) -> Data { Data(SHA256.hash(data: Data(token.utf8))) }
}
