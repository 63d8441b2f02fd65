import Foundation
import HeraldJSON
import SDNClient
import SDNSession
import SDNValues

// The closure forms of MXSession. Each calls the async method of the same name through `ClosureAdapter`.
extension MXSession {
    /// The closure form of ``/SDNSession/MXSession/setStore(_:)``.
    @discardableResult
    public func setStore(_ store: any MXStore, completion: @escaping @Sendable (MXResponse<Void>) -> Void)
        -> MXHTTPOperation
    {
        sdnRestClient.adapt(completion) { try await self.setStore(store) }
    }

    /// The closure form of ``/SDNSession/MXSession/start(withSyncFilterId:)``. It completes when the first response is stored and the
    /// listeners were called.
    @discardableResult
    public func start(
        withSyncFilterId filterId: String? = nil, completion: @escaping @Sendable (MXResponse<Void>) -> Void
    ) -> MXHTTPOperation {
        sdnRestClient.adapt(completion) { try await self.start(withSyncFilterId: filterId) }
    }

    /// The closure form of ``/SDNSession/MXSession/start(withSyncFilter:)``.
    @discardableResult
    public func start(
        withSyncFilter filter: MXFilterJSONModel, completion: @escaping @Sendable (MXResponse<Void>) -> Void
    ) -> MXHTTPOperation {
        sdnRestClient.adapt(completion) { try await self.start(withSyncFilter: filter) }
    }

    /// The closure form of ``/SDNSession/MXSession/resume()``.
    @discardableResult
    public func resume(_ completion: @escaping @Sendable (MXResponse<Void>) -> Void) -> MXHTTPOperation {
        sdnRestClient.adapt(completion) { try await self.resume() }
    }

    /// The closure form of ``/SDNSession/MXSession/backgroundSync(withTimeout:ignoreSessionState:)``.
    @discardableResult
    public func backgroundSync(
        withTimeout timeout: TimeInterval = 0, ignoreSessionState: Bool = false,
        completion: @escaping @Sendable (MXResponse<Void>) -> Void
    ) -> MXHTTPOperation {
        sdnRestClient.adapt(completion) {
            try await self.backgroundSync(withTimeout: timeout, ignoreSessionState: ignoreSessionState)
        }
    }

    /// The closure form of ``/SDNSession/MXSession/logout()``.
    @discardableResult
    public func logout(completion: @escaping @Sendable (MXResponse<Void>) -> Void) -> MXHTTPOperation {
        sdnRestClient.adapt(completion) { try await self.logout() }
    }

    /// The closure form of ``/SDNSession/MXSession/createRoom(withName:topic:preset:invite:)``.
    @discardableResult
    public func createRoom(
        withName name: String?, topic: String? = nil, preset: MXRoomPreset = .privateChat, invite: [String] = [],
        completion: @escaping @Sendable (MXResponse<MXRoom>) -> Void
    ) -> MXHTTPOperation {
        sdnRestClient.adapt(completion) {
            try await self.createRoom(withName: name, topic: topic, preset: preset, invite: invite)
        }
    }

    /// The closure form of ``/SDNSession/MXSession/createRoom(parameters:)-(MXRoomCreationParameters)``.
    @discardableResult
    public func createRoom(
        parameters: MXRoomCreationParameters, completion: @escaping @Sendable (MXResponse<MXRoom>) -> Void
    ) -> MXHTTPOperation {
        sdnRestClient.adapt(completion) { try await self.createRoom(parameters: parameters) }
    }

    /// The closure form of ``/SDNSession/MXSession/joinRoom(_:viaServers:withSignUrl:)``.
    @discardableResult
    public func joinRoom(
        _ roomIdOrAlias: String, viaServers: [String]? = nil, withSignUrl signUrl: URL? = nil,
        completion: @escaping @Sendable (MXResponse<MXRoom>) -> Void
    ) -> MXHTTPOperation {
        sdnRestClient.adapt(completion) {
            try await self.joinRoom(roomIdOrAlias, viaServers: viaServers, withSignUrl: signUrl)
        }
    }

    /// The closure form of ``/SDNSession/MXSession/peek(inRoom:)``.
    @discardableResult
    public func peek(inRoom roomIdOrAlias: String, completion: @escaping @Sendable (MXResponse<MXPeekingRoom>) -> Void)
        -> MXHTTPOperation
    {
        sdnRestClient.adapt(completion) { try await self.peek(inRoom: roomIdOrAlias) }
    }

    /// The closure form of ``/SDNSession/MXSession/leaveRoom(_:)``.
    @discardableResult
    public func leaveRoom(_ roomId: String, completion: @escaping @Sendable (MXResponse<Void>) -> Void)
        -> MXHTTPOperation
    {
        sdnRestClient.adapt(completion) { try await self.leaveRoom(roomId) }
    }
}

extension MXSession {
    /// The closure form of ``/SDNSession/MXSession/event(withEventId:inRoom:)``.
    @discardableResult
    public func event(
        withEventId eventId: String, inRoom roomId: String?,
        _ completion: @escaping @Sendable (MXResponse<MXEvent>) -> Void
    ) -> MXHTTPOperation {
        sdnRestClient.adapt(completion) { try await self.event(withEventId: eventId, inRoom: roomId) }
    }

    /// The closure form of ``/SDNSession/MXSession/createRoom(parameters:)-(JSONObject)``.
    @discardableResult
    public func createRoom(parameters: [String: Any], completion: @escaping @Sendable (MXResponse<MXRoom>) -> Void)
        -> MXHTTPOperation
    {
        let body = Result { try JSONObject(foundation: parameters) }
        return sdnRestClient.adapt(completion) { try await self.createRoom(parameters: body.get()) }
    }
}

// The closure forms for users and account data. Each calls the async method of the same name through `ClosureAdapter`.
extension MXSession {
    /// The closure form of ``/SDNSession/MXSession/setAccountData(_:forType:)``.
    @discardableResult
    public func setAccountData(
        _ data: [String: Any], forType type: String, completion: @escaping @Sendable (MXResponse<Void>) -> Void
    ) -> MXHTTPOperation {
        let content = Result { try JSONObject(foundation: data) }
        return sdnRestClient.adapt(completion) { try await self.setAccountData(content.get(), forType: type) }
    }

    /// The closure form of ``/SDNSession/MXSession/ignore(users:)``.
    @discardableResult
    public func ignore(users: [String], completion: @escaping @Sendable (MXResponse<Void>) -> Void) -> MXHTTPOperation {
        sdnRestClient.adapt(completion) { try await self.ignore(users: users) }
    }

    /// The closure form of ``/SDNSession/MXSession/unIgnore(users:)``.
    @discardableResult
    public func unIgnore(users: [String], completion: @escaping @Sendable (MXResponse<Void>) -> Void) -> MXHTTPOperation
    {
        sdnRestClient.adapt(completion) { try await self.unIgnore(users: users) }
    }

    /// The closure form of ``/SDNSession/MXSession/markAllMessagesAsRead()``.
    @discardableResult
    public func markAllMessagesAsRead(completion: @escaping @Sendable (MXResponse<Void>) -> Void) -> MXHTTPOperation {
        sdnRestClient.adapt(completion) { try await self.markAllMessagesAsRead() }
    }

    /// The closure form of ``/SDNSession/MXSession/hideRoom(_:roomId:)``.
    @discardableResult
    public func hideRoom(_ userId: String, roomId: String, completion: @escaping @Sendable (MXResponse<Void>) -> Void)
        -> MXHTTPOperation
    {
        sdnRestClient.adapt(completion) { try await self.hideRoom(userId, roomId: roomId) }
    }

    /// The closure form of ``/SDNSession/MXSession/showRoom(withRoomId:)``.
    @discardableResult
    public func showRoom(withRoomId roomId: String, completion: @escaping @Sendable (MXResponse<Void>) -> Void)
        -> MXHTTPOperation
    {
        sdnRestClient.adapt(completion) { try await self.showRoom(withRoomId: roomId) }
    }
}
