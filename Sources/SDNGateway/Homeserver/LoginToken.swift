import HeraldJSON
import HeraldKeys
import SDNWire

/// The JSON Web Token with which the gateway logs a user in at its homeserver (SDN sheet 8.2). It must reach nobody else: the homeserver accepts it
/// several times until it expires.
package struct LoginToken: Sendable {
    /// The time for which a token is valid.
    package static let lifetime = Duration.seconds(60)

    private let tokens: SignedTokens
    private let audience: String

    /// - Parameters:
    ///   - issuer: the claim `iss`, as in the homeserver's configuration.
    ///   - audience: the only element of the claim `aud`.
    package init(key: GatewayKey, issuer: String, audience: String) {
        self.tokens = SignedTokens(key: key, issuer: issuer)
        self.audience = audience
    }

    /// Returns a token for a localpart.
    /// - Throws: the errors of swift-crypto.
    package func text(for localpart: String, now: Timestamp) throws -> String {
        try tokens.text(["sub": .string(localpart), "aud": [.string(audience)]], lifetime: Self.lifetime, now: now)
    }
}

/// The JSON Web Token by which the homeserver learns that a user has confirmed an operation (SDN sheet 8.1, password-provider module). It is for one
/// session of the homeserver's interactive authentication. Its audience differs from that of ``LoginToken``, so neither is accepted for the other.
struct ProofToken: Sendable {
    /// The time for which a token is valid.
    static let lifetime = Duration.seconds(60)

    private let tokens: SignedTokens
    private let audience: String

    init(key: GatewayKey, issuer: String, serverName: String) {
        self.tokens = SignedTokens(key: key, issuer: issuer)
        self.audience = Self.audience(serverName: serverName)
    }

    /// Returns the audience that the module's configuration names.
    static func audience(serverName: String) -> String { "\(serverName)/proofs" }

    /// Returns a token for a user and a session of the homeserver.
    /// - Throws: the errors of swift-crypto.
    func text(for userID: String, session: String, now: Timestamp) throws -> String {
        try tokens.text(
            ["sub": .string(userID), "sid": .string(session), "aud": .string(audience)], lifetime: Self.lifetime,
            now: now)
    }
}

/// JSON Web Tokens with the signature ES256 (RFC 7515 and 7519).
private struct SignedTokens: Sendable {
    let key: GatewayKey
    let issuer: String

    func text(_ claims: JSONObject, lifetime: Duration, now: Timestamp) throws -> String {
        let header: JSONObject = ["alg": "ES256", "typ": "JWT"]
        let issued = now.milliseconds / 1_000
        var claims = claims
        claims["iss"] = .string(issuer)
        claims["iat"] = .int(issued)
        claims["exp"] = .int(issued + lifetime.milliseconds / 1_000)
        let signed = [header, claims].map { Base64URL.encode(JSONValue.object($0).serialized()) }.joined(separator: ".")
        return signed + "." + Base64URL.encode(try key.signature(of: Array(signed.utf8)))
    }
}
