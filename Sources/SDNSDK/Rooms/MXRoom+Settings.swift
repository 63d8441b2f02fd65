import HeraldJSON
import SDNWire

// What a room is known by and how it is found. Each call is done when the node has done it; the session learns of it by the next sync.
extension MXRoom {
    /// Says who may enter the room.
    /// - Parameters:
    ///   - rule: the rule.
    ///   - parentIds: of a restricted room the rooms whose members may join.
    public func setJoinRule(_ rule: MXRoomJoinRule, parentIds: [String]?) async throws {
        try await mxSession.sdnRestClient.setRoomJoinRule(rule, forRoomWithId: roomId, allowedParentIds: parentIds)
    }

    /// Says by which alias the room is known; an empty one takes the alias away. The alternative aliases stay.
    public func setCanonicalAlias(_ alias: String) async throws {
        var content = try await state().stateEvent(EventType.canonicalAlias)?.content ?? [:]
        content["alias"] = alias.isEmpty ? nil : .string(alias)
        try await sendStateEvent(.roomCanonicalAlias, content: content)
    }

    /// Makes the room reachable by an alias, `#localpart:domain`.
    /// - Throws: ``MXError`` when the alias stands for a room already.
    public func addAlias(_ alias: String) async throws {
        _ = try await mxSession.sdnRestClient.perform(Endpoints.addRoomAlias, SetRoomAliasRequest(alias: alias, roomID: roomId))
    }

    /// Takes an alias away.
    /// - Throws: ``MXError/notFound`` when there is no such alias.
    public func removeAlias(_ alias: String) async throws {
        _ = try await mxSession.sdnRestClient.perform(Endpoints.removeRoomAlias, RoomAliasRequest(alias: alias))
    }

    /// Says whether the node lists the room for everyone.
    public func setDirectoryVisibility(_ visibility: MXRoomDirectoryVisibility) async throws {
        let request = SetDirectoryVisibilityRequest(roomID: roomId, isPublic: visibility == .public)
        _ = try await mxSession.sdnRestClient.perform(Endpoints.setDirectoryVisibility, request)
    }

    /// Whether the node lists the room for everyone.
    public func getDirectoryVisibility() async throws -> MXRoomDirectoryVisibility {
        try await mxSession.sdnRestClient.perform(Endpoints.directoryVisibility, RoomRequest(roomID: roomId)).isPublic ? .public : .private
    }

    /// Says that members are to encrypt what they send, which cannot be taken back.
    /// - Parameter algorithm: such as `m.megolm.v1.aes-sha2`. This library itself encrypts nothing.
    public func enableEncryption(withAlgorithm algorithm: String) async throws {
        try await sendStateEvent(.roomEncryption, content: ["algorithm": .string(algorithm)])
    }

    /// Calls `block` for the live timeline's events; a shortcut to its ``MXEventTimeline/listenToEvents(_:_:)``.
    @available(*, deprecated, message: "listen to liveTimeline")
    public func listen(toEvents types: [MXEventType]? = nil, _ block: @escaping MXOnRoomEvent) -> MXEventListener {
        liveTimeline.listenToEvents(types, block)
    }

    /// Tells the node's operator of an event of this room.
    /// - Parameters:
    ///   - eventId: the event.
    ///   - score: from -100, most offensive, to 0.
    ///   - reason: what is wrong with it.
    public func reportEvent(_ eventId: String, score: Int, reason: String?) async throws {
        try await mxSession.sdnRestClient.reportEvent(eventId, inRoom: roomId, score: score, reason: reason)
    }
}
