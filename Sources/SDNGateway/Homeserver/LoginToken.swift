import HeraldJSON
import HeraldKeys
import SDNWire

/// The JSON Web Token with which the gateway logs a user in at its homeserver (SDN sheet 8.2). It must reach nobody else: the homeserver accepts it
/// several times until it expires.
package struct LoginToken: Sendable {
    /// The time for which a token is valid.
    package static let lifetime = Duration.seconds(60)

    private let key: GatewayKey
    private let issuer: String
    private let audience: String

    /// - Parameters:
    ///   - issuer: the claim `iss`, as in the homeserver's configuration.
    ///   - audience: the only element of the claim `aud`.
    package init(key: GatewayKey, issuer: String, audience: String) {
        self.key = key
        self.issuer = issuer
        self.audience = audience
    }

    /// Returns a token for a localpart.
    /// - Throws: the errors of swift-crypto.
    package func text(for localpart: String, now: Timestamp) throws -> String {
        let header: JSONObject = ["alg": "ES256", "typ": "JWT"]
        let issued = now.milliseconds / 1_000
        let claims: JSONObject = [
            "sub": .string(localpart), "iss": .string(issuer), "aud": [.string(audience)], "iat": .int(issued),
            "exp": .int(issued + Self.lifetime.milliseconds / 1_000),
        ]
        let signed = [header, claims].map { Base64URL.encode(JSONValue.object($0).serialized()) }.joined(separator: ".")
        return signed + "." + Base64URL.encode(try key.signature(of: Array(signed.utf8)))
    }
}
