import HeraldJSON
import SDNClient
import SDNValues
import SDNWire

// The names, aliases and visibility of a room. Each call returns when the node has answered. The session sees the change with the next sync.
extension MXRoom {
    /// Sets the rule for who may enter the room.
    /// - Parameters:
    ///   - rule: the rule.
    ///   - parentIds: for a restricted room, the rooms whose members may join.
    /// - Throws: ``/SDNValues/MXError/forbidden`` when the user's power level is too low.
    public func setJoinRule(_ rule: MXRoomJoinRule, parentIds: [String]?) async throws {
        try await mxSession.sdnRestClient.setRoomJoinRule(rule, forRoomWithId: roomId, allowedParentIds: parentIds)
    }

    /// Sets the main alias of the room. An empty string removes it. The alternative aliases do not change.
    /// - Throws: ``/SDNValues/MXError/forbidden`` when the user's power level is too low.
    public func setCanonicalAlias(_ alias: String) async throws {
        var content = try await state().stateEvent(EventType.canonicalAlias)?.content ?? [:]
        content["alias"] = alias.isEmpty ? nil : .string(alias)
        try await sendStateEvent(.roomCanonicalAlias, content: content)
    }

    /// Makes an alias, `#localpart:domain`, point to the room.
    /// - Throws: ``/SDNValues/MXError`` when the alias already points to a room.
    public func addAlias(_ alias: String) async throws {
        _ = try await mxSession.sdnRestClient.perform(
            Endpoints.addRoomAlias, SetRoomAliasRequest(alias: alias, roomID: roomId))
    }

    /// Removes an alias.
    /// - Throws: ``/SDNValues/MXError/notFound`` when there is no such alias.
    public func removeAlias(_ alias: String) async throws {
        _ = try await mxSession.sdnRestClient.perform(Endpoints.removeRoomAlias, RoomAliasRequest(alias: alias))
    }

    /// Sets the room's visibility in the node's public room list.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func setDirectoryVisibility(_ visibility: MXRoomDirectoryVisibility) async throws {
        let request = SetDirectoryVisibilityRequest(roomID: roomId, isPublic: visibility == .public)
        _ = try await mxSession.sdnRestClient.perform(Endpoints.setDirectoryVisibility, request)
    }

    /// Returns the room's visibility in the node's public room list.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func getDirectoryVisibility() async throws -> MXRoomDirectoryVisibility {
        try await mxSession.sdnRestClient.perform(Endpoints.directoryVisibility, RoomRequest(roomID: roomId)).isPublic
            ? .public : .private
    }

    /// Declares that members encrypt the messages in this room. This cannot be undone.
    /// - Parameter algorithm: the algorithm, such as `m.megolm.v1.aes-sha2`. This library itself encrypts nothing, and
    ///   refuses to send plain text to the room afterwards; see ``allowingPlainText(isolation:_:)``.
    /// - Throws: ``/SDNValues/MXError/forbidden`` when the user's power level is too low.
    public func enableEncryption(withAlgorithm algorithm: String) async throws {
        try await sendStateEvent(.roomEncryption, content: ["algorithm": .string(algorithm)])
    }

    /// Calls `block` for the events of the live timeline, as ``MXEventTimeline/listenToEvents(_:_:)`` of that timeline does.
    @available(*, deprecated, message: "listen to liveTimeline")
    public func listen(toEvents types: [MXEventType]? = nil, _ block: @escaping MXOnRoomEvent) -> MXEventListener {
        liveTimeline.listenToEvents(types, block)
    }

    /// Reports an event of this room to the node's operator.
    /// - Parameters:
    ///   - eventId: the event.
    ///   - score: a number from -100, most offensive, to 0.
    ///   - reason: the reason for the report.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func reportEvent(_ eventId: String, score: Int, reason: String?) async throws {
        try await mxSession.sdnRestClient.reportEvent(eventId, inRoom: roomId, score: score, reason: reason)
    }

    /// Reports this room to the node's operator.
    /// - Throws: the errors of ``/SDNClient/MXRestClient/reportRoom(_:reason:)``.
    public func reportRoom(reason: String) async throws {
        try await mxSession.sdnRestClient.reportRoom(roomId, reason: reason)
    }
}
