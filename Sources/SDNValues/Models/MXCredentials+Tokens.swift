import Foundation

extension MXCredentials {
    /// The secrets of credentials, apart from everything else. An app stores them in the keychain, and the credentials anywhere.
    ///
    /// Encoded tokens are secrets. The description contains none of them.
    public struct Tokens: Codable, Sendable, Hashable {
        /// The token that authenticates every call.
        public var accessToken: String
        /// The token with which a new access token is requested; `nil` on nodes whose tokens do not expire.
        public var refreshToken: String?
        /// The time when the access token expires, in milliseconds since 1970; 0 means never.
        public var accessTokenExpiresAt: UInt64
        /// The token for the identity server.
        public var identityServerAccessToken: String?

        /// Creates tokens.
        public init(
            accessToken: String, refreshToken: String? = nil, accessTokenExpiresAt: UInt64 = 0,
            identityServerAccessToken: String? = nil
        ) {
            self.accessToken = accessToken
            self.refreshToken = refreshToken
            self.accessTokenExpiresAt = accessTokenExpiresAt
            self.identityServerAccessToken = identityServerAccessToken
        }
    }

    /// The secrets; `nil` before a login. Setting `nil` removes them.
    public var tokens: Tokens? {
        get {
            let parts = tokenParts
            guard let accessToken = parts.access else { return nil }
            return Tokens(
                accessToken: accessToken, refreshToken: parts.refresh, accessTokenExpiresAt: parts.expiresAt,
                identityServerAccessToken: parts.identityServer)
        }
        set {
            guard let tokens = newValue else {
                tokenParts = TokenParts()
                return
            }
            tokenParts = TokenParts(
                access: tokens.accessToken, refresh: tokens.refreshToken, expiresAt: tokens.accessTokenExpiresAt,
                identityServer: tokens.identityServerAccessToken)
        }
    }
}

extension MXCredentials.Tokens: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "MXCredentials.Tokens(redacted)" }
    public var debugDescription: String { description }
    /// A mirror that shows no token to a debugger.
    public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}

/// The encoded form has no token. ``MXCredentials/tokens`` are stored apart.
extension MXCredentials: Codable {
    private enum CodingKeys: String, CodingKey {
        case node, userId, deviceId, identityServer, allowedCertificate, ignoredCertificate
    }

    /// Reads credentials without tokens. Set ``tokens`` next.
    /// - Throws: `DecodingError` if a member has the wrong type.
    public convenience init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            node: try values.decodeIfPresent(String.self, forKey: .node) ?? "",
            userId: try values.decodeIfPresent(String.self, forKey: .userId), accessToken: nil)
        if node?.isEmpty ?? true { node = nil }
        deviceId = try values.decodeIfPresent(String.self, forKey: .deviceId)
        identityServer = try values.decodeIfPresent(String.self, forKey: .identityServer)
        allowedCertificate = try values.decodeIfPresent(Data.self, forKey: .allowedCertificate)
        ignoredCertificate = try values.decodeIfPresent(Data.self, forKey: .ignoredCertificate)
    }

    /// Writes the credentials without tokens.
    /// - Throws: the errors of the encoder.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encodeIfPresent(node, forKey: .node)
        try values.encodeIfPresent(userId, forKey: .userId)
        try values.encodeIfPresent(deviceId, forKey: .deviceId)
        try values.encodeIfPresent(identityServer, forKey: .identityServer)
        try values.encodeIfPresent(allowedCertificate, forKey: .allowedCertificate)
        try values.encodeIfPresent(ignoredCertificate, forKey: .ignoredCertificate)
    }
}
