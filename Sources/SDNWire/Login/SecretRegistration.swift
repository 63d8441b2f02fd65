import HeraldJSON

extension Endpoints {
    /// Returns a nonce for ``registerWithSecret``. It is valid once, for a minute.
    package static let registrationNonce = Endpoint<NoInput, RegistrationNonceResponse>(
        .get, .bare, "_synapse/admin/v1/register", access: .open, limit: .logins, history: .server("Synapse"))
    /// Registers an account for an operator's program, which proves with a code that it knows the node's secret.
    package static let registerWithSecret = Endpoint<SecretRegistrationRequest, LoginResponse>(
        .post, .bare, "_synapse/admin/v1/register", access: .open, history: .server("Synapse"))
}

/// The response `{"nonce":…}`.
package struct RegistrationNonceResponse: WireObject, Hashable {
    package var nonce: String
    package init(nonce: String) { self.nonce = nonce }
    package init(json: JSONReader) throws { self.nonce = try json.string("nonce") }
    package var json: JSONValue { ["nonce": .string(nonce)] }
}

/// The body of a registration with a shared secret.
package struct SecretRegistrationRequest: WireRequest, Hashable {
    package var body: JSONObject
    package init(body: JSONObject) { self.body = body }
    package init(parts: RequestParts) throws { self.body = try parts.object().value }
    package func parts() -> RequestParts { RequestParts(body: .object(body)) }
}

extension SecretRegistrationRequest: RedactedValue {
    /// Shows only the user name, because the body holds a password.
    package var description: String { "SecretRegistrationRequest(\(body["username"]?.stringValue ?? "no username"))" }
}
