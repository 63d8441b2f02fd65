import Foundation
import HeraldJSON
import SDNValues
import SDNWire

/// The endpoint at which an identity server signs that a user owns an invited address. The endpoint is not on the node, and the client sends no token
/// to it. The whole URL comes with the invite.
private let sign = Endpoint<BodyRequest, RawJSON>(.post, .client(.r0), "sign", access: .open)

extension MXRestClient {
    /// Joins a room through an invitation to an address, such as an email address.
    /// - Parameters:
    ///   - roomIdOrAlias: a room ID, or an alias.
    ///   - viaServers: servers that know the room.
    ///   - signed: the identity server's signed object, with `mxid`, `token`, `sender` and `signatures`. The node checks it.
    /// - Returns: the room ID.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    @discardableResult
    public func joinRoom(_ roomIdOrAlias: String, viaServers: [String]? = nil, withThirdPartySigned signed: JSONObject)
        async throws -> String
    {
        let request = SignedJoinRequest(RoomActionRequest(roomIdOrAlias, viaServers: viaServers ?? []), signed: signed)
        return try await perform(Endpoints.joinByIDOrAlias.taking(SignedJoinRequest.self), request).roomID
    }

    /// Joins a room through an invitation to an address, such as an email address. The identity server signs that the user owns the
    /// address.
    package func joinSigned(_ roomIdOrAlias: String, _ viaServers: [String]?, _ signUrl: URL) async throws -> String {
        guard signUrl.scheme == "https" || signUrl.scheme == "http",
            var parts = URLComponents(url: signUrl, resolvingAgainstBaseURL: false)
        else {
            throw SDNSDKError(
                .invalidArgument, field: "withSignUrl", reason: "the identity server's URL must be http or https")
        }
        parts.queryItems = (parts.queryItems ?? []) + [URLQueryItem(name: "mxid", value: try ownUserId(sign.name))]
        let signed = try await perform(sign, BodyRequest([:]), as: ObjectContent.self, url: parts.url)
        return try await joinRoom(roomIdOrAlias, viaServers: viaServers, withThirdPartySigned: signed.content)
    }
}
