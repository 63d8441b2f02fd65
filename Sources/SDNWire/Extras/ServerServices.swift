import HeraldJSON

extension Endpoints {
    /// Returns a token with which another service can ask the node who the user is.
    /// Matrix: [requestOpenIdToken](https://spec.matrix.org/v1.18/client-server-api/#post_matrixclientv3useruseridopenidrequest_token).
    package static let openIDToken = Endpoint<OpenIDTokenRequest, OpenIDTokenResponse>(
        .post, .client(.r0), "user/{userId}/openid/request_token", history: .matrix(MatrixVersion(major: 0, minor: 4)))
    /// Returns the user to whom an OpenID token belongs. The service that received the token sends this request (Matrix federation API).
    /// Matrix: [exchangeOpenIdToken](https://spec.matrix.org/v1.18/server-server-api/#get_matrixfederationv1openiduserinfo).
    package static let openIDUserInfo = Endpoint<OpenIDUserInfoRequest, OpenIDUserInfoResponse>(
        .get, .root, "federation/v1/openid/userinfo", access: .open, limit: .logins)
    /// Returns the TURN servers for calls, or `{}` when the node has none.
    /// Matrix: [getTurnServer](https://spec.matrix.org/v1.18/client-server-api/#get_matrixclientv3voipturnserver).
    package static let turnServer = Endpoint<NoInput, RawJSON>(.get, .client(.r0), "voip/turnServer")
    /// Lists the other networks that the node has bridges to.
    /// Matrix: [getProtocols](https://spec.matrix.org/v1.18/client-server-api/#get_matrixclientv3thirdpartyprotocols).
    package static let thirdPartyProtocols = Endpoint<NoInput, RawJSON>(
        .get, .client(.r0), "thirdparty/protocols", history: .matrix(MatrixVersion(major: 0, minor: 3)))
    /// Returns an array of the users of another network who match the given fields.
    /// Matrix: [queryUserByProtocol](https://spec.matrix.org/v1.18/client-server-api/#get_matrixclientv3thirdpartyuserprotocol).
    package static let thirdPartyUsers = Endpoint<ThirdPartyUsersRequest, RawJSON>(
        .get, .client(.r0), "thirdparty/user/{protocol}", history: .matrix(MatrixVersion(major: 0, minor: 3)))
}

package struct OpenIDTokenRequest: WireRequest, Hashable {
    package var userID: String
    package init(userID: String) { self.userID = userID }
    package init(parts: RequestParts) throws { self.userID = try parts.pathValue("userId") }
    package func parts() -> RequestParts { RequestParts(path: ["userId": userID], body: .object([:])) }
}

/// The response with `access_token`, `token_type`, `matrix_server_name` and `expires_in`. The token type is `Bearer`.
package struct OpenIDTokenResponse: WireObject, Hashable {
    package var accessToken: String
    package var tokenType: String
    package var serverName: String
    /// The token's lifetime, in whole seconds.
    package var expiresIn: Duration

    package init(accessToken: String, tokenType: String = "Bearer", serverName: String, expiresIn: Duration) {
        self.accessToken = accessToken
        self.tokenType = tokenType
        self.serverName = serverName
        self.expiresIn = expiresIn
    }
    package init(json: JSONReader) throws {
        self.accessToken = try json.string("access_token")
        self.tokenType = try json.string("token_type")
        // A node may send `sdn_server_name` instead, because SendingNetwork renamed this member (SDN sheet 0.2).
        self.serverName = try json.optionalString("matrix_server_name") ?? json.string("sdn_server_name")
        self.expiresIn = .seconds(try json.int("expires_in"))
    }
    package var json: JSONValue {
        [
            "access_token": .string(accessToken), "token_type": .string(tokenType),
            "matrix_server_name": .string(serverName),
            "expires_in": .int(expiresIn.components.seconds),
        ]
    }
}

extension OpenIDTokenResponse: RedactedValue {
    package var description: String { "OpenIDTokenResponse(\(serverName), token redacted)" }
}

package struct OpenIDUserInfoRequest: WireRequest, Hashable {
    package var token: String
    package init(token: String) { self.token = token }
    package init(parts: RequestParts) throws {
        guard let token = parts.query["access_token"], !token.isEmpty else {
            // The federation API answers a missing token in the same way as an unknown one.
            throw MatrixError(.unknownToken, "The token is missing.")
        }
        self.token = token
    }
    package func parts() -> RequestParts { RequestParts(query: ["access_token": token]) }
}

extension OpenIDUserInfoRequest: RedactedValue {
    package var description: String { "OpenIDUserInfoRequest(token redacted)" }
}

/// The response `{"sub":…}`, which contains a user ID.
package struct OpenIDUserInfoResponse: WireObject, Hashable {
    package var userID: String
    package init(userID: String) { self.userID = userID }
    package init(json: JSONReader) throws { self.userID = try json.string("sub") }
    package var json: JSONValue { ["sub": .string(userID)] }
}

package struct ThirdPartyUsersRequest: WireRequest, Hashable {
    package var protocolName: String
    /// The search fields, such as a nickname. Each network defines its own fields.
    package var fields: [String: String]

    package init(protocolName: String, fields: [String: String]) {
        self.protocolName = protocolName
        self.fields = fields
    }
    package init(parts: RequestParts) throws {
        self.protocolName = try parts.pathValue("protocol")
        self.fields = parts.query.filter { $0.key != "access_token" }
    }
    package func parts() -> RequestParts { RequestParts(path: ["protocol": protocolName], query: fields) }
}
