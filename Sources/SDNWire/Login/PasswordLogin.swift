import HeraldJSON

extension Endpoints {
    /// Lists the login types that a node supports.
    /// Matrix: [getLoginFlows](https://spec.matrix.org/v1.18/client-server-api/#get_matrixclientv3login).
    package static let loginFlows = Endpoint<NoInput, LoginFlowsResponse>(.get, .client(.r0), "login", access: .open)
    /// Logs in as in Matrix: with a password, or with a DID proof of type `m.login.did.identity` (SDN sheet 7.2).
    /// Matrix: [login](https://spec.matrix.org/v1.18/client-server-api/#post_matrixclientv3login).
    package static let login = Endpoint<LoginRequest, LoginResponse>(.post, .client(.r0), "login", access: .open)
    /// Registers an account with a password.
    /// Matrix: [register](https://spec.matrix.org/v1.18/client-server-api/#post_matrixclientv3register).
    package static let register = Endpoint<RegisterRequest, LoginResponse>(
        .post, .client(.r0), "register", access: .open)
}

/// The response `{"flows":[{"type":…}]}`.
package struct LoginFlowsResponse: WireObject, Hashable {
    package var types: [String]
    package init(types: [String]) { self.types = types }
    package init(json: JSONReader) throws {
        self.types = try json.array("flows").enumerated().map { index, flow in
            try JSONReader(flow, path: "flows[\(index)]").string("type")
        }
    }
    package var json: JSONValue { ["flows": .array(types.map { ["type": .string($0)] })] }
}

/// The body of a login request. It is the body of a password login or a body that the caller wrote.
package struct LoginRequest: WireRequest, Hashable {
    package var body: JSONObject

    /// Creates a password login. `user` is a localpart or a whole user ID.
    package init(user: String, password: String, deviceID: String? = nil, deviceDisplayName: String? = nil) {
        var body: JSONObject = [
            "type": "m.login.password", "identifier": ["type": "m.id.user", "user": .string(user)],
            "password": .string(password),
        ]
        body.set("device_id", deviceID)
        body.set("initial_device_display_name", deviceDisplayName)
        self.body = body
    }
    /// Creates a login of any type from a body that the caller wrote.
    package init(body: JSONObject) { self.body = body }
    package init(parts: RequestParts) throws { self.body = try parts.object().value }
    package func parts() -> RequestParts { RequestParts(body: .object(body)) }
}

extension LoginRequest: RedactedValue {
    /// Shows only the login type, because the body holds a password or a signature.
    package var description: String { "LoginRequest(\(body["type"]?.stringValue ?? "no type"))" }
}

/// The response to a login.
package struct LoginResponse: WireObject, Hashable {
    package var accessToken: String
    package var userID: String
    package var deviceID: String?
    package var homeServer: String?
    package var refreshToken: String?
    /// The lifetime of the access token. `nil` when the token does not expire.
    package var expiresIn: Duration?
    /// The step of the app's introduction that the user has reached (SDN sheet 2.2).
    package var guideState: JSONValue?

    package init(
        accessToken: String, userID: String, deviceID: String?, homeServer: String? = nil, refreshToken: String? = nil,
        expiresIn: Duration? = nil, guideState: JSONValue? = nil
    ) {
        self.accessToken = accessToken
        self.userID = userID
        self.deviceID = deviceID
        self.homeServer = homeServer
        self.refreshToken = refreshToken
        self.expiresIn = expiresIn
        self.guideState = guideState
    }
    package init(json: JSONReader) throws {
        self.accessToken = try json.string("access_token")
        self.userID = try json.string("user_id")
        self.deviceID = try json.optionalString("device_id")
        self.homeServer = try json.optionalString("home_server")
        self.refreshToken = try json.optionalString("refresh_token")
        self.expiresIn = try json.optionalInt("expires_in_ms").map(Duration.milliseconds)
        self.guideState = json.optionalValue("guide_state")
    }
    package var json: JSONValue {
        var object: JSONObject = ["access_token": .string(accessToken), "user_id": .string(userID)]
        object.set("device_id", deviceID)
        object.set("home_server", homeServer)
        object.set("refresh_token", refreshToken)
        object.set("expires_in_ms", expiresIn?.milliseconds)
        object.set("guide_state", guideState)
        return .object(object)
    }
}

extension LoginResponse: RedactedValue {
    package var description: String { "LoginResponse(\(userID), token redacted)" }
}

/// The body of a registration. The client's first request carries no `auth`, and the node answers 401 with its authentication flows.
package struct RegisterRequest: WireRequest, Hashable {
    package var body: JSONObject
    /// The kind of account, `user` or `guest`. `nil` stands for `user`.
    package var kind: String?
    /// Creates a registration of `username` that completes the `m.login.dummy` stage.
    package init(username: String, password: String, deviceDisplayName: String? = nil, session: String? = nil) {
        var auth: JSONObject = ["type": "m.login.dummy"]
        auth.set("session", session)
        var body: JSONObject = ["username": .string(username), "password": .string(password), "auth": .object(auth)]
        body.set("initial_device_display_name", deviceDisplayName)
        self.body = body
    }
    /// Creates a registration from a body that the caller wrote.
    package init(body: JSONObject) { self.body = body }
    package init(parts: RequestParts) throws {
        self.body = try parts.object().value
        self.kind = parts.query["kind"]
    }
    package func parts() -> RequestParts {
        var query: [String: String] = [:]
        query["kind"] = kind
        return RequestParts(query: query, body: .object(body))
    }
}

extension RegisterRequest: RedactedValue {
    /// Shows only the user name, because the body holds a password.
    package var description: String { "RegisterRequest(\(body["username"]?.stringValue ?? "no username"))" }
}
