import HeraldJSON
import SDNValues
import SDNWire

extension MXRestClient {
    /// Reports an event to the node's operator (SDN sheet 3.2).
    /// - Parameters:
    ///   - eventId: the event.
    ///   - roomId: the room of the event.
    ///   - score: a number from -100, most offensive, to 0.
    ///   - reason: the reason for the report.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func reportEvent(_ eventId: String, inRoom roomId: String, score: Int, reason: String?) async throws {
        let request = ReportEventRequest(
            event: RoomEventRequest(roomID: roomId, eventID: eventId), score: Int64(score), reason: reason)
        _ = try await perform(Endpoints.reportEvent, request)
    }

    /// Reports a room to the node's operator. The user need not be in the room. Nodes know this call since Matrix 1.13.
    /// - Throws: ``/SDNValues/MXError/unrecognized`` when the node does not know the call, or another ``/SDNValues/MXError`` when it refuses;
    ///   ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func reportRoom(_ roomId: String, reason: String) async throws {
        _ = try await perform(Endpoints.reportRoom, ReportRoomRequest(roomID: roomId, reason: reason))
    }

    /// Reports a user to the node's operator. Nodes know this call since Matrix 1.14.
    /// - Throws: ``/SDNValues/MXError/unrecognized`` when the node does not know the call, or another ``/SDNValues/MXError`` when it refuses;
    ///   ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func reportUser(_ userId: String, reason: String) async throws {
        _ = try await perform(Endpoints.reportUser, ReportUserRequest(userID: userId, reason: reason))
    }

    /// Returns a token with which another service can ask the node who the user is (SDN sheet 3.2).
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func openIdToken() async throws -> MXOpenIdToken {
        MXOpenIdToken(
            try await perform(
                Endpoints.openIDToken, OpenIDTokenRequest(userID: try ownUserId(Endpoints.openIDToken.name))))
    }

    /// Returns the servers that relay calls; `nil` when the node has none (SDN sheet 3.2).
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func turnServer() async throws -> MXTurnServerResponse? {
        let content = try await perform(Endpoints.turnServer, NoInput(), as: ObjectContent.self).content
        guard !content.isEmpty else { return nil }
        do {
            return try MXTurnServerResponse(json: JSONReader(content))
        } catch let error as JSONError {
            throw SDNSDKError(
                .malformedResponse, field: error.path, endpoint: Endpoints.turnServer.name, reason: error.reason)
        }
    }

    /// Returns the other networks to which the node has bridges (SDN sheet 3.2).
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func thirdpartyProtocols() async throws -> MXThirdpartyProtocolsResponse {
        try await perform(Endpoints.thirdPartyProtocols, NoInput(), as: MXThirdpartyProtocolsResponse.self)
    }

    /// Returns users of another network.
    /// - Parameters:
    ///   - protocolName: the network's name from ``thirdpartyProtocols()``.
    ///   - fields: the fields that identify a user on that network.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func thirdpartyUsers(_ protocolName: String, fields: [String: String]) async throws
        -> [MXThirdPartyUserInstance]
    {
        let request = ThirdPartyUsersRequest(protocolName: protocolName, fields: fields)
        return try await perform(Endpoints.thirdPartyUsers, request, as: ThirdPartyUserList.self).users
    }
}
