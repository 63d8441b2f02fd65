import SDNClient
import SDNValues

/// Closure forms of the calls for reports, OpenID, TURN servers and bridges (SDN sheet 3.2).
extension MXRestClient {
    /// The closure form of ``/SDNClient/MXRestClient/reportEvent(_:inRoom:score:reason:)``.
    @discardableResult
    public func reportEvent(
        _ eventId: String, inRoom roomId: String, score: Int, reason: String?,
        completion: @escaping @Sendable (MXResponse<Void>) -> Void
    ) -> MXHTTPOperation {
        adapt(completion) { try await self.reportEvent(eventId, inRoom: roomId, score: score, reason: reason) }
    }

    /// The closure form of ``/SDNClient/MXRestClient/openIdToken()``.
    @discardableResult
    public func openIdToken(
        _ success: @escaping @Sendable (MXOpenIdToken) -> Void, failure: (@Sendable (any Error) -> Void)? = nil
    ) -> MXHTTPOperation {
        adapt(success, failure) { try await self.openIdToken() }
    }

    /// The closure form of ``/SDNClient/MXRestClient/turnServer()``.
    @discardableResult
    public func turnServer(_ completion: @escaping @Sendable (MXResponse<MXTurnServerResponse?>) -> Void)
        -> MXHTTPOperation
    {
        adapt(completion) { try await self.turnServer() }
    }

    /// The closure form of ``/SDNClient/MXRestClient/thirdpartyProtocols()``.
    @discardableResult
    public func thirdpartyProtocols(
        _ success: @escaping @Sendable (MXThirdpartyProtocolsResponse) -> Void,
        failure: (@Sendable (any Error) -> Void)? = nil
    ) -> MXHTTPOperation {
        adapt(success, failure) { try await self.thirdpartyProtocols() }
    }

    /// The closure form of ``/SDNClient/MXRestClient/thirdpartyUsers(_:fields:)``.
    @discardableResult
    public func thirdpartyUsers(
        _ protocolName: String, fields: [String: String],
        success: @escaping @Sendable ([MXThirdPartyUserInstance]) -> Void,
        failure: (@Sendable (any Error) -> Void)? = nil
    ) -> MXHTTPOperation {
        adapt(success, failure) { try await self.thirdpartyUsers(protocolName, fields: fields) }
    }

    /// The closure form of ``/SDNClient/MXRestClient/nodeCapabilities()``.
    @discardableResult
    public func nodeCapabilities(_ completion: @escaping @Sendable (MXResponse<MXNodeCapabilities>) -> Void)
        -> MXHTTPOperation
    {
        adapt(completion) { try await self.nodeCapabilities() }
    }
}
