// The closure forms of MXSession. Each is the async method of the same name through the one adapter.
extension MXSession {
    @discardableResult
    public func setStore(_ store: any MXStore, completion: @escaping @Sendable (MXResponse<Void>) -> Void) -> MXHTTPOperation {
        sdnRestClient.adapt(completion) { try await self.setStore(store) }
    }

    @discardableResult
    public func start(withSyncFilterId filterId: String? = nil, completion: @escaping @Sendable (MXResponse<Void>) -> Void) -> MXHTTPOperation {
        sdnRestClient.adapt(completion) { try await self.start(withSyncFilterId: filterId) }
    }

    @discardableResult
    public func start(withSyncFilter filter: MXFilterJSONModel, completion: @escaping @Sendable (MXResponse<Void>) -> Void) -> MXHTTPOperation {
        sdnRestClient.adapt(completion) { try await self.start(withSyncFilter: filter) }
    }

    @discardableResult
    public func resume(_ completion: @escaping @Sendable (MXResponse<Void>) -> Void) -> MXHTTPOperation {
        sdnRestClient.adapt(completion) { try await self.resume() }
    }

    @discardableResult
    public func logout(completion: @escaping @Sendable (MXResponse<Void>) -> Void) -> MXHTTPOperation {
        sdnRestClient.adapt(completion) { try await self.logout() }
    }

    @discardableResult
    public func createRoom(
        withName name: String?, topic: String? = nil, preset: MXRoomPreset = .privateChat, invite: [String] = [],
        completion: @escaping @Sendable (MXResponse<MXRoom>) -> Void
    ) -> MXHTTPOperation {
        sdnRestClient.adapt(completion) { try await self.createRoom(withName: name, topic: topic, preset: preset, invite: invite) }
    }

    @discardableResult
    public func createRoom(
        parameters: MXRoomCreationParameters, completion: @escaping @Sendable (MXResponse<MXRoom>) -> Void
    ) -> MXHTTPOperation {
        sdnRestClient.adapt(completion) { try await self.createRoom(parameters: parameters) }
    }

    @discardableResult
    public func joinRoom(_ roomIdOrAlias: String, completion: @escaping @Sendable (MXResponse<MXRoom>) -> Void) -> MXHTTPOperation {
        sdnRestClient.adapt(completion) { try await self.joinRoom(roomIdOrAlias) }
    }

    @discardableResult
    public func leaveRoom(_ roomId: String, completion: @escaping @Sendable (MXResponse<Void>) -> Void) -> MXHTTPOperation {
        sdnRestClient.adapt(completion) { try await self.leaveRoom(roomId) }
    }
}
