import HeraldJSON

extension Endpoints {
    /// Returns the addresses from which a user's devices sent their last requests. Users may ask about themselves, administrators about all.
    /// Matrix: [getWhoIs](https://spec.matrix.org/v1.18/client-server-api/#get_matrixclientv3adminwhoisuserid).
    package static let whois = Endpoint<WhoisRequest, RawJSON>(.get, .client(.r0), "admin/whois/{userId}")
}

package struct WhoisRequest: WireRequest, Hashable {
    package var userID: String
    package init(userID: String) { self.userID = userID }
    package init(parts: RequestParts) throws { self.userID = try parts.pathValue("userId") }
    package func parts() -> RequestParts { RequestParts(path: ["userId": userID]) }
}
