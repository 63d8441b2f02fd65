import HeraldJSON

extension Endpoints {
    /// Returns the user of the access token.
    /// Matrix: [getTokenOwner](https://spec.matrix.org/v1.18/client-server-api/#get_matrixclientv3accountwhoami).
    package static let whoami = Endpoint<NoInput, WhoamiResponse>(.get, .client(.r0), "account/whoami")
    /// Ends the session of the access token.
    /// Matrix: [logout](https://spec.matrix.org/v1.18/client-server-api/#post_matrixclientv3logout).
    package static let logout = Endpoint<NoInput, EmptyObject>(.post, .client(.r0), "logout", limit: .unlimited)
    /// Ends every session of the user.
    /// Matrix: [logout_all](https://spec.matrix.org/v1.18/client-server-api/#post_matrixclientv3logoutall).
    package static let logoutAll = Endpoint<NoInput, EmptyObject>(.post, .client(.r0), "logout/all", limit: .unlimited)
}

package struct WhoamiResponse: WireObject, Hashable {
    package var userID: String
    package var deviceID: String?
    package var isGuest: Bool

    package init(userID: String, deviceID: String?, isGuest: Bool = false) {
        self.userID = userID
        self.deviceID = deviceID
        self.isGuest = isGuest
    }
    package init(json: JSONReader) throws {
        self.userID = try json.string("user_id")
        self.deviceID = try json.optionalString("device_id")
        self.isGuest = try json.optionalBool("is_guest") ?? false
    }
    package var json: JSONValue {
        var object: JSONObject = ["user_id": .string(userID), "is_guest": .bool(isGuest)]
        object.set("device_id", deviceID)
        return .object(object)
    }
}
