import HeraldJSON
import SDNClient
import SDNValues

/// Closure forms of the calls that create, enter and leave rooms (SDN sheet 3.2).
extension MXRestClient {
    /// The closure form of `createRoom(parameters:)` with typed parameters.
    @discardableResult
    public func createRoom(
        parameters: MXRoomCreationParameters, completion: @escaping @Sendable (MXResponse<MXCreateRoomResponse>) -> Void
    ) -> MXHTTPOperation {
        adapt(completion) { try await self.createRoom(parameters: parameters) }
    }

    /// The closure form of `createRoom(parameters:)` with Foundation's JSON objects.
    @discardableResult
    public func createRoom(
        parameters: [String: Any], completion: @escaping @Sendable (MXResponse<MXCreateRoomResponse>) -> Void
    ) -> MXHTTPOperation {
        let body = Result { try JSONObject(foundation: parameters) }
        return adapt(completion) { try await self.createRoom(parameters: body.get()) }
    }

    /// The closure form of ``/SDNClient/MXRestClient/createRoom(name:visibility:roomAlias:topic:)``.
    @discardableResult
    public func createRoom(
        name: String?, visibility: MXRoomDirectoryVisibility? = nil, roomAlias: String? = nil, topic: String? = nil,
        completion: @escaping @Sendable (MXResponse<MXCreateRoomResponse>) -> Void
    ) -> MXHTTPOperation {
        adapt(completion) {
            try await self.createRoom(name: name, visibility: visibility, roomAlias: roomAlias, topic: topic)
        }
    }

    /// The closure form of ``/SDNClient/MXRestClient/joinRoom(_:viaServers:)``. It passes the room ID to `completion`.
    @discardableResult
    public func joinRoom(
        _ roomIdOrAlias: String, viaServers: [String]? = nil,
        completion: @escaping @Sendable (MXResponse<String>) -> Void
    ) -> MXHTTPOperation {
        adapt(completion) { try await self.joinRoom(roomIdOrAlias, viaServers: viaServers) }
    }

    /// The closure form of ``/SDNClient/MXRestClient/joinRoom(_:viaServers:withThirdPartySigned:)``.
    @discardableResult
    public func joinRoom(
        _ roomIdOrAlias: String, viaServers: [String]? = nil, withThirdPartySigned signed: [String: Any],
        completion: @escaping @Sendable (MXResponse<String>) -> Void
    ) -> MXHTTPOperation {
        let signed = Result { try JSONObject(foundation: signed) }
        return adapt(completion) {
            try await self.joinRoom(roomIdOrAlias, viaServers: viaServers, withThirdPartySigned: signed.get())
        }
    }

    /// The closure form of ``/SDNClient/MXRestClient/leaveRoom(_:)``.
    @discardableResult
    public func leaveRoom(_ roomId: String, completion: @escaping @Sendable (MXResponse<Void>) -> Void)
        -> MXHTTPOperation
    {
        adapt(completion) { try await self.leaveRoom(roomId) }
    }

    /// The closure form of ``/SDNClient/MXRestClient/forgetRoom(_:)``.
    @discardableResult
    public func forgetRoom(_ roomId: String, completion: @escaping @Sendable (MXResponse<Void>) -> Void)
        -> MXHTTPOperation
    {
        adapt(completion) { try await self.forgetRoom(roomId) }
    }

    /// The closure form of ``/SDNClient/MXRestClient/invite(_:toRoom:)``.
    @discardableResult
    public func invite(
        _ invitee: MXRoomInvitee, toRoom roomId: String, completion: @escaping @Sendable (MXResponse<Void>) -> Void
    ) -> MXHTTPOperation {
        adapt(completion) { try await self.invite(invitee, toRoom: roomId) }
    }

    /// The closure form of ``/SDNClient/MXRestClient/kickUser(_:fromRoom:reason:)``.
    @discardableResult
    public func kickUser(
        _ userId: String, fromRoom roomId: String, reason: String?,
        completion: @escaping @Sendable (MXResponse<Void>) -> Void
    ) -> MXHTTPOperation {
        adapt(completion) { try await self.kickUser(userId, fromRoom: roomId, reason: reason) }
    }

    /// The closure form of ``/SDNClient/MXRestClient/banUser(_:fromRoom:reason:)``.
    @discardableResult
    public func banUser(
        _ userId: String, fromRoom roomId: String, reason: String?,
        completion: @escaping @Sendable (MXResponse<Void>) -> Void
    ) -> MXHTTPOperation {
        adapt(completion) { try await self.banUser(userId, fromRoom: roomId, reason: reason) }
    }

    /// The closure form of ``/SDNClient/MXRestClient/unbanUser(_:fromRoom:)``.
    @discardableResult
    public func unbanUser(
        _ userId: String, fromRoom roomId: String, completion: @escaping @Sendable (MXResponse<Void>) -> Void
    ) -> MXHTTPOperation {
        adapt(completion) { try await self.unbanUser(userId, fromRoom: roomId) }
    }
}
