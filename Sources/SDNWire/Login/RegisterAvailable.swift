import HeraldJSON

extension Endpoints {
    /// Returns true if a user name is free to register.
    /// Matrix: [checkUsernameAvailability](https://spec.matrix.org/v1.18/client-server-api/#get_matrixclientv3registeravailable).
    package static let registerAvailable = Endpoint<RegisterAvailableRequest, AvailableResponse>(
        .get, .client(.r0), "register/available", access: .open, limit: .logins)
}

package struct RegisterAvailableRequest: WireRequest, Hashable {
    package var username: String
    package init(username: String) { self.username = username }
    package init(parts: RequestParts) throws {
        guard let username = parts.query["username"] else {
            throw WireError(.missing, field: "username", reason: "a user name is needed")
        }
        self.username = username
    }
    package func parts() -> RequestParts { RequestParts(query: ["username": username]) }
}

/// The response `{"available":true}`. If the name is taken, the node answers with an error instead.
package struct AvailableResponse: WireObject, Hashable {
    package var available: Bool
    package init(available: Bool) { self.available = available }
    package init(json: JSONReader) throws { self.available = try json.bool("available") }
    package var json: JSONValue { ["available": .bool(available)] }
}
