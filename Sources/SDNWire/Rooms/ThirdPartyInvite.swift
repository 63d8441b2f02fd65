import HeraldJSON

extension Endpoints {
    /// Invites the owner of an email address or telephone number, through an identity server.
    /// Matrix: [inviteBy3PID](https://spec.matrix.org/v1.18/client-server-api/#post_matrixclientv3roomsroomidinvite-1).
    package static let inviteThirdParty = Endpoint<ThirdPartyInviteRequest, EmptyObject>(
        .post, .client(.r0), "rooms/{roomId}/invite")
}

package struct ThirdPartyInviteRequest: WireRequest, Hashable {
    package var roomID: String
    /// The identity server: a host name without a scheme.
    package var identityServer: String
    package var identityAccessToken: String?
    /// The kind of address: `email` or `msisdn`, which is a telephone number.
    package var medium: String
    package var address: String

    package init(roomID: String, identityServer: String, identityAccessToken: String?, medium: String, address: String)
    {
        self.roomID = roomID
        self.identityServer = identityServer
        self.identityAccessToken = identityAccessToken
        self.medium = medium
        self.address = address
    }
    package init(parts: RequestParts) throws {
        let body = try parts.object()
        self.roomID = try parts.pathValue("roomId")
        self.identityServer = try body.string("id_server")
        self.identityAccessToken = try body.optionalString("id_access_token")
        self.medium = try body.string("medium")
        self.address = try body.string("address")
    }
    package func parts() -> RequestParts {
        var object: JSONObject = [
            "id_server": .string(identityServer), "medium": .string(medium), "address": .string(address),
        ]
        object.set("id_access_token", identityAccessToken)
        return RequestParts(path: ["roomId": roomID], body: .object(object))
    }
}

extension ThirdPartyInviteRequest: RedactedValue {
    /// Omits the identity server's token.
    package var description: String { "ThirdPartyInviteRequest(\(roomID), \(medium))" }
}
