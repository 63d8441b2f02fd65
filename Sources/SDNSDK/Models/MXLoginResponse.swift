import HeraldJSON

/// What a login with a password, a token or a registration gives. Its description leaves the tokens out.
public struct MXLoginResponse: JSONModel, Hashable {
    /// `@localpart:domain`.
    public var userId: String
    /// What authenticates every later call; a secret.
    public var accessToken: String
    /// The device that the token belongs to; give it to the next login to stay the same device.
    public var deviceId: String?
    /// The server name, on nodes that still send it.
    public var node: String?
    /// What a new access token can be asked for with, on nodes whose tokens expire; a secret.
    public var refreshToken: String?
    /// How long the access token lives, in milliseconds; `nil` when it does not expire.
    public var expiresInMs: Int64?
    /// The URL that the node wants to be reached under.
    public var wellKnownNode: String?
    /// When the token expires, in milliseconds since 1970, counted from the clock passed to ``expiring(from:)``; 0 means never.
    public private(set) var accessTokenExpiresAt: UInt64 = 0

    /// - Throws: `JSONError` naming the member that is absent or of another kind.
    public init(json: JSONReader) throws {
        userId = try json.string("user_id")
        accessToken = try json.string("access_token")
        deviceId = try json.optionalString("device_id")
        node = try json.optionalString("home_server")
        refreshToken = try json.optionalString("refresh_token")
        expiresInMs = try json.optionalInt("expires_in_ms")
        wellKnownNode = try json.optionalObject("well_known")?.optionalObject("m.homeserver")?.optionalString("base_url")
    }

    /// The same response with the moment filled in at which its token expires.
    /// - Parameter now: milliseconds since 1970.
    public func expiring(from now: UInt64) -> MXLoginResponse {
        guard let expiresInMs, expiresInMs >= 0 else { return self }
        var response = self
        let (moment, overflow) = now.addingReportingOverflow(UInt64(expiresInMs))
        response.accessTokenExpiresAt = overflow ? .max : moment
        return response
    }
}

extension MXLoginResponse: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "MXLoginResponse(\(userId), tokens redacted)" }
    public var debugDescription: String { description }
    /// Shows the user id to a debugger, and no token.
    public var customMirror: Mirror { Mirror(self, children: ["userId": userId], displayStyle: .struct) }
}
