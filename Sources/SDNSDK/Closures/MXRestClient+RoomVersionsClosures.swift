import SDNClient
import SDNValues

/// Closure forms of the calls that upgrade a room, knock on a room, or read through deprecated endpoints (SDN sheet 3.2).
extension MXRestClient {
    /// The closure form of ``/SDNClient/MXRestClient/upgradeRoom(withId:to:)``. It passes the ID of the new room to `completion`.
    @discardableResult
    public func upgradeRoom(
        withId roomId: String, to version: String, completion: @escaping @Sendable (MXResponse<String>) -> Void
    ) -> MXHTTPOperation {
        adapt(completion) { try await self.upgradeRoom(withId: roomId, to: version) }
    }

    /// The closure form of ``/SDNClient/MXRestClient/knockRoom(_:reason:viaServers:)``. It passes the room ID to `completion`.
    @discardableResult
    public func knockRoom(
        _ roomIdOrAlias: String, reason: String?, viaServers: [String]? = nil,
        completion: @escaping @Sendable (MXResponse<String>) -> Void
    ) -> MXHTTPOperation {
        adapt(completion) { try await self.knockRoom(roomIdOrAlias, reason: reason, viaServers: viaServers) }
    }

    /// The closure form of ``/SDNClient/MXRestClient/intialSync(ofRoom:limit:)``.
    @discardableResult
    public func intialSync(
        ofRoom roomId: String, limit: UInt, completion: @escaping @Sendable (MXResponse<MXRoomInitialSync>) -> Void
    ) -> MXHTTPOperation {
        adapt(completion) { try await self.intialSync(ofRoom: roomId, limit: limit) }
    }

    /// The closure form of ``/SDNClient/MXRestClient/event(withEventId:)``.
    @discardableResult
    public func event(withEventId eventId: String, completion: @escaping @Sendable (MXResponse<MXEvent>) -> Void)
        -> MXHTTPOperation
    {
        adapt(completion) { try await self.event(withEventId: eventId) }
    }
}
