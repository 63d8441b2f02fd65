import HeraldJSON

/// The answer to a login with a password or a token, or to a registration. Its description leaves the tokens out.
public struct MXLoginResponse: JSONModel, Hashable {
    /// The user ID, `@localpart:domain`.
    public var userId: String
    /// The token that authenticates every later call. It is a secret.
    public var accessToken: String
    /// The device that the token belongs to. The next login with this ID continues the same device.
    public var deviceId: String?
    /// The server name, on nodes that still send it.
    public var node: String?
    /// The token with which a new access token is requested, on nodes whose tokens expire. It is a secret.
    public var refreshToken: String?
    /// The lifetime of the access token, in milliseconds; `nil` when it does not expire.
    public var expiresInMs: Int64?
    /// The URL under which the node wants to be reached.
    public var wellKnownNode: String?
    /// The time when the token expires, in milliseconds since 1970; 0 means never.
    public private(set) var accessTokenExpiresAt: UInt64 = 0

    /// Reads the answer.
    /// - Throws: `JSONError` naming the member that is absent or of the wrong kind.
    public init(json: JSONReader) throws {
        userId = try json.string("user_id")
        accessToken = try json.string("access_token")
        deviceId = try json.optionalString("device_id")
        node = try json.optionalString("home_server")
        refreshToken = try json.optionalString("refresh_token")
        expiresInMs = try json.optionalInt("expires_in_ms")
        wellKnownNode = try json.optionalObject("well_known")?.optionalObject("m.homeserver")?.optionalString(
            "base_url")
    }

    /// Returns the same response with ``accessTokenExpiresAt`` filled in.
    /// - Parameter now: the current time, in milliseconds since 1970.
    package func expiring(from now: UInt64) -> MXLoginResponse {
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
    /// A mirror that shows the user ID to a debugger, and no token.
    public var customMirror: Mirror { Mirror(self, children: ["userId": userId], displayStyle: .struct) }
}
