import HeraldJSON
import SDNWire

extension MXRestClient {
    /// Tells the node's operator of an event. SDN sheet 3.2.
    /// - Parameters:
    ///   - eventId: the event.
    ///   - roomId: its room.
    ///   - score: from -100, most offensive, to 0.
    ///   - reason: what is wrong with it.
    public func reportEvent(_ eventId: String, inRoom roomId: String, score: Int, reason: String?) async throws {
        let request = ReportEventRequest(event: RoomEventRequest(roomID: roomId, eventID: eventId), score: Int64(score), reason: reason)
        _ = try await perform(Endpoints.reportEvent, request)
    }

    /// A token with which another service can ask the node who the user is. SDN sheet 3.2.
    public func openIdToken() async throws -> MXOpenIdToken {
        MXOpenIdToken(try await perform(Endpoints.openIDToken, OpenIDTokenRequest(userID: try ownUserId(Endpoints.openIDToken.name))))
    }

    /// Where calls are relayed; `nil` when the node knows no relay. SDN sheet 3.2.
    public func turnServer() async throws -> MXTurnServerResponse? {
        let content = try await perform(Endpoints.turnServer, NoInput(), as: ObjectContent.self).content
        guard !content.isEmpty else { return nil }
        do {
            return try MXTurnServerResponse(json: JSONReader(content))
        } catch let error as JSONError {
            throw SDNSDKError(.malformedResponse, field: error.path, endpoint: Endpoints.turnServer.name, reason: error.reason)
        }
    }

    /// Other networks that the node has bridges to. SDN sheet 3.2.
    public func thirdpartyProtocols() async throws -> MXThirdpartyProtocolsResponse {
        try await perform(Endpoints.thirdPartyProtocols, NoInput(), as: MXThirdpartyProtocolsResponse.self)
    }

    /// Users of another network.
    /// - Parameters:
    ///   - protocolName: the network, as ``thirdpartyProtocols()`` names it.
    ///   - fields: what the network wants to know a user by.
    public func thirdpartyUsers(_ protocolName: String, fields: [String: String]) async throws -> [MXThirdPartyUserInstance] {
        let request = ThirdPartyUsersRequest(protocolName: protocolName, fields: fields)
        return try await perform(Endpoints.thirdPartyUsers, request, as: ThirdPartyUserList.self).users
    }
}
