import HeraldJSON

extension Endpoints {
    /// Whether a user name can be registered.
    /// Matrix: [checkUsernameAvailability](https://spec.matrix.org/v1.18/client-server-api/#get_matrixclientv3registeravailable).
    package static let registerAvailable = Endpoint<RegisterAvailableRequest, AvailableResponse>(
        .get, .client(.r0), "register/available", access: .open, limit: .logins)
}

package struct RegisterAvailableRequest: WireRequest, Hashable {
    package var username: String
    package init(username: String) { self.username = username }
    package init(parts: RequestParts) throws {
        guard let username = parts.query["username"] else { throw WireError(.missing, field: "username", reason: "a user name is needed") }
        self.username = username
    }
    package func parts() -> RequestParts { RequestParts(query: ["username": username]) }
}

/// `{"available":true}`; a name that is taken is an error instead.
package struct AvailableResponse: WireObject, Hashable {
    package var available: Bool
    package init(available: Bool) { self.available = available }
    package init(json: JSONReader) throws { self.available = try json.bool("available") }
    package var json: JSONValue { ["available": .bool(available)] }
}
