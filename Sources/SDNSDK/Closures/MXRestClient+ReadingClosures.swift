import SDNClient
import SDNValues

/// Closure forms of the calls that read rooms and the public room list (SDN sheet 3.2).
extension MXRestClient {
    /// The closure form of ``/SDNClient/MXRestClient/publicRooms()``. It passes the first page of the node's public room list to
    /// `completion`.
    @discardableResult
    public func publicRooms(_ completion: @escaping @Sendable (MXResponse<[MXPublicRoom]>) -> Void) -> MXHTTPOperation {
        adapt(completion) { try await self.publicRooms() }
    }

    /// The closure form of ``/SDNClient/MXRestClient/publicRooms(onServer:limit:since:filter:thirdPartyInstanceId:includeAllNetworks:roomTypes:)``.
    @discardableResult
    public func publicRooms(
        onServer server: String?, limit: UInt?, since: String? = nil, filter: String? = nil,
        thirdPartyInstanceId: String? = nil,
        includeAllNetworks: Bool = false, completion: @escaping @Sendable (MXResponse<MXPublicRoomsResponse>) -> Void
    ) -> MXHTTPOperation {
        adapt(completion) {
            try await self.publicRooms(
                onServer: server, limit: limit, since: since, filter: filter,
                thirdPartyInstanceId: thirdPartyInstanceId,
                includeAllNetworks: includeAllNetworks)
        }
    }

    /// The closure form of ``/SDNClient/MXRestClient/messages(forRoom:from:direction:limit:filter:)``.
    @discardableResult
    public func messages(
        forRoom roomId: String, from: String?, direction: MXTimelineDirection, limit: UInt?, filter: MXRoomEventFilter,
        completion: @escaping @Sendable (MXResponse<MXPaginationResponse>) -> Void
    ) -> MXHTTPOperation {
        adapt(completion) {
            try await self.messages(forRoom: roomId, from: from, direction: direction, limit: limit, filter: filter)
        }
    }

    /// The closure form of ``/SDNClient/MXRestClient/members(ofRoom:at:membership:notMembership:)``.
    @discardableResult
    public func members(ofRoom roomId: String, completion: @escaping @Sendable (MXResponse<[MXEvent]>) -> Void)
        -> MXHTTPOperation
    {
        adapt(completion) { try await self.members(ofRoom: roomId) }
    }

    /// The closure form of ``/SDNClient/MXRestClient/members(ofRoom:at:membership:notMembership:)``.
    /// - Parameters:
    ///   - roomId: the room.
    ///   - withParameters: `at`, `membership` and `not_membership`, as on the wire.
    ///   - success: receives the member events.
    ///   - failure: receives the error.
    @discardableResult
    public func members(
        ofRoom roomId: String, withParameters: [String: String], success: @escaping @Sendable ([MXEvent]) -> Void,
        failure: (@Sendable (any Error) -> Void)? = nil
    ) -> MXHTTPOperation {
        adapt(success, failure) {
            try await self.members(
                ofRoom: roomId, at: withParameters["at"], membership: Self.membership(withParameters, "membership"),
                notMembership: Self.membership(withParameters, "not_membership"))
        }
    }

    private static func membership(_ parameters: [String: String], _ name: String) throws -> MXMembership? {
        guard let text = parameters[name] else { return nil }
        guard let membership = MXMembership(rawValue: text), membership != .unknown else {
            throw SDNSDKError(.invalidArgument, field: name, reason: "expected a membership such as join")
        }
        return membership
    }

    /// The closure form of ``/SDNClient/MXRestClient/state(ofRoom:)``.
    @discardableResult
    public func state(ofRoom roomId: String, completion: @escaping @Sendable (MXResponse<[MXEvent]>) -> Void)
        -> MXHTTPOperation
    {
        adapt(completion) { try await self.state(ofRoom: roomId) }
    }

    /// The closure form of ``/SDNClient/MXRestClient/event(withEventId:inRoom:)``.
    @discardableResult
    public func event(
        withEventId eventId: String, inRoom roomId: String,
        completion: @escaping @Sendable (MXResponse<MXEvent>) -> Void
    ) -> MXHTTPOperation {
        adapt(completion) { try await self.event(withEventId: eventId, inRoom: roomId) }
    }

    /// The closure form of ``/SDNClient/MXRestClient/context(ofEvent:inRoom:limit:filter:)``.
    @discardableResult
    public func context(
        ofEvent eventId: String, inRoom roomId: String, limit: UInt, filter: MXRoomEventFilter? = nil,
        completion: @escaping @Sendable (MXResponse<MXEventContext>) -> Void
    ) -> MXHTTPOperation {
        adapt(completion) { try await self.context(ofEvent: eventId, inRoom: roomId, limit: limit, filter: filter) }
    }
}
