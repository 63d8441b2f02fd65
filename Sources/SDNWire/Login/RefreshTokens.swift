import HeraldJSON

extension Endpoints {
    /// Exchanges a refresh token for a new access token.
    /// Matrix: [refresh](https://spec.matrix.org/v1.18/client-server-api/#post_matrixclientv3refresh).
    package static let refresh = Endpoint<RefreshRequest, RefreshResponse>(
        .post, .client(.r0), "refresh", access: .open, history: .matrix(.v1(3)))
}

package struct RefreshRequest: WireRequest, Hashable {
    package var refreshToken: String
    package init(refreshToken: String) { self.refreshToken = refreshToken }
    package init(parts: RequestParts) throws { self.refreshToken = try parts.object().string("refresh_token") }
    package func parts() -> RequestParts { RequestParts(body: ["refresh_token": .string(refreshToken)]) }
}

extension RefreshRequest: RedactedValue {
    package var description: String { "RefreshRequest(token redacted)" }
}

/// The response `{"access_token":…,"refresh_token":…,"expires_in_ms":…}`.
package struct RefreshResponse: WireObject, Hashable {
    package var accessToken: String
    /// The new refresh token. `nil` when the old refresh token stays valid.
    package var refreshToken: String?
    /// The lifetime of the access token. `nil` when the token does not expire.
    package var expiresIn: Duration?

    package init(accessToken: String, refreshToken: String?, expiresIn: Duration?) {
        self.accessToken = accessToken
        self.refreshToken = refreshToken
        self.expiresIn = expiresIn
    }
    package init(json: JSONReader) throws {
        self.accessToken = try json.string("access_token")
        self.refreshToken = try json.optionalString("refresh_token")
        self.expiresIn = try json.optionalInt("expires_in_ms").map(Duration.milliseconds)
    }
    package var json: JSONValue {
        var object: JSONObject = ["access_token": .string(accessToken)]
        object.set("refresh_token", refreshToken)
        object.set("expires_in_ms", expiresIn?.milliseconds)
        return .object(object)
    }
}

extension RefreshResponse: RedactedValue {
    package var description: String { "RefreshResponse(tokens redacted)" }
}
