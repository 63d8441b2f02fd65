import HeraldJSON

extension Endpoints {
    /// Deactivates the caller's account permanently. Requires user-interactive authentication (SDN sheet 3.2).
    /// Matrix: [deactivateAccount](https://spec.matrix.org/v1.18/client-server-api/#post_matrixclientv3accountdeactivate).
    package static let deactivateAccount = Endpoint<DeactivateRequest, RawJSON>(
        .post, .client(.r0), "account/deactivate")
    /// Changes the password. Requires user-interactive authentication.
    /// Matrix: [changePassword](https://spec.matrix.org/v1.18/client-server-api/#post_matrixclientv3accountpassword).
    package static let changePassword = Endpoint<ChangePasswordRequest, EmptyObject>(
        .post, .client(.r0), "account/password")
}

package struct DeactivateRequest: WireRequest, Hashable {
    package var auth: JSONObject?
    /// True to also delete the user's name, picture and settings.
    package var erase: Bool

    package init(auth: JSONObject? = nil, erase: Bool = false) {
        self.auth = auth
        self.erase = erase
    }
    package init(parts: RequestParts) throws {
        let body = try parts.object()
        self.auth = try body.optionalObject("auth")?.value
        self.erase = try body.optionalBool("erase") ?? false
    }
    package func parts() -> RequestParts {
        var object: JSONObject = ["erase": .bool(erase)]
        object.set("auth", auth.map(JSONValue.object))
        return RequestParts(body: .object(object))
    }
}

extension DeactivateRequest: RedactedValue {
    package var description: String { "DeactivateRequest(erase: \(erase), auth redacted)" }
}

package struct ChangePasswordRequest: WireRequest, Hashable {
    package var newPassword: String
    /// True to log the user's other devices out.
    package var logoutDevices: Bool
    package var auth: JSONObject?

    package init(newPassword: String, logoutDevices: Bool = true, auth: JSONObject? = nil) {
        self.newPassword = newPassword
        self.logoutDevices = logoutDevices
        self.auth = auth
    }
    package init(parts: RequestParts) throws {
        let body = try parts.object()
        self.newPassword = try body.string("new_password")
        self.logoutDevices = try body.optionalBool("logout_devices") ?? true
        self.auth = try body.optionalObject("auth")?.value
    }
    package func parts() -> RequestParts {
        var object: JSONObject = ["new_password": .string(newPassword), "logout_devices": .bool(logoutDevices)]
        object.set("auth", auth.map(JSONValue.object))
        return RequestParts(body: .object(object))
    }
}

extension ChangePasswordRequest: RedactedValue {
    package var description: String { "ChangePasswordRequest(passwords redacted)" }
}
