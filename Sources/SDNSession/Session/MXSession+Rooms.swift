import Foundation
import HeraldJSON
import HeraldLocks
import SDNClient
import SDNFolds
import SDNValues
import SDNWire

extension MXSession {
    /// Returns a room that the user has joined or is invited to.
    public func room(withRoomId roomId: String) -> MXRoom? { shared.withLock { $0.rooms[roomId] } }
    /// Returns true when the user has joined a room or is invited to it.
    public func hasRoom(withRoomId roomId: String) -> Bool { room(withRoomId: roomId) != nil }
    /// Returns the room with a main alias.
    public func room(withAlias alias: String) -> MXRoom? { rooms.first { $0.summary.canonicalAlias == alias } }
    /// Returns a room's summary; `nil` for a room that the user has neither joined nor is invited to.
    public func roomSummary(withRoomId roomId: String) -> MXRoomSummary? { room(withRoomId: roomId)?.summary }
    /// The rooms that the user has joined.
    public var joinedRooms: [MXRoom] { rooms.filter { $0.summary.membership == .join } }
    /// Returns the rooms that the user is invited to and has not answered.
    public func invitedRooms() -> [MXRoom]? { rooms.filter { $0.summary.membership == .invite } }

    /// Creates a room and waits until sync brings it. With ``/SDNValues/MXRoomCreationParameters/isDirect``, the room is marked as a direct chat
    /// with the first invited user. An error of the mark is ignored, because the room exists and the user is invited.
    /// - Throws: ``/SDNValues/SDNSDKError`` with code `notStarted` when the session does not sync, or stops; `unknownRoom` when no sync in
    ///   the 30 s after the node's answer has the room; also the errors of the node.
    public func createRoom(parameters: MXRoomCreationParameters) async throws -> MXRoom {
        try requireSync()
        return try await created(
            sdnRestClient.createRoom(parameters: parameters).roomId,
            directWith: parameters.isDirect ? parameters.inviteArray?.first : nil)
    }

    /// Creates a room with a name and a topic. The room is private by default.
    /// - Throws: the errors of ``createRoom(parameters:)-(MXRoomCreationParameters)``.
    public func createRoom(
        withName name: String?, topic: String? = nil, preset: MXRoomPreset = .privateChat, invite: [String] = []
    ) async throws -> MXRoom {
        var parameters = MXRoomCreationParameters(name: name, topic: topic)
        parameters.preset = preset
        parameters.inviteArray = invite
        return try await createRoom(parameters: parameters)
    }

    /// Joins a room by ID or alias and waits until sync brings it.
    /// - Parameters:
    ///   - roomIdOrAlias: a room ID, or an alias with `#` and domain.
    ///   - viaServers: servers that know the room.
    ///   - signUrl: for an invite to an address, the URL where the identity server signs that the user owns the address.
    /// - Throws: ``/SDNValues/SDNSDKError`` with code `notStarted` when the session does not sync, or stops; `unknownRoom` when no sync in the 30 s after
    ///   the node's answer has the room, or when the user was removed again at once; also the errors of the node.
    public func joinRoom(_ roomIdOrAlias: String, viaServers: [String]? = nil, withSignUrl signUrl: URL? = nil)
        async throws -> MXRoom
    {
        try requireSync()
        let invite = roomSummary(withRoomId: roomIdOrAlias)
        let roomId: String
        if let signUrl {
            roomId = try await sdnRestClient.joinSigned(roomIdOrAlias, viaServers, signUrl)
        } else {
            roomId = try await sdnRestClient.joinRoom(roomIdOrAlias, viaServers: viaServers)
        }
        let room = try await listed(roomId, as: .join)
        if let invite, invite.isInvitedDirectly, let inviter = invite.inviter, !room.isDirect {
            // An error is ignored, because the user has joined the room even if the mark as a direct chat could not be set.
            try? await setDirect(room.roomId, with: inviter)
        }
        return room
    }

    /// Leaves a room, or declines an invite, and waits until sync removes it from the list.
    /// - Throws: the errors of ``joinRoom(_:viaServers:withSignUrl:)``.
    public func leaveRoom(_ roomId: String) async throws {
        try requireSync()
        try await sdnRestClient.leaveRoom(roomId)
        try await roomWaiters.wait(
            forRoom: roomId, now: { self.room(withRoomId: roomId)?.summary.membership }, until: { $0 == nil })
    }

    /// Creates a room with a body that the app composed, and waits until sync brings it. If `is_direct` is true, the room is marked as a direct
    /// chat with the first user in `invite`.
    /// - Throws: the errors of ``createRoom(parameters:)-(MXRoomCreationParameters)``.
    public func createRoom(parameters: JSONObject) async throws -> MXRoom {
        try requireSync()
        let isDirect = parameters["is_direct"]?.boolValue ?? false
        return try await created(
            sdnRestClient.createRoom(parameters: parameters).roomId,
            directWith: isDirect ? parameters["invite"]?.arrayValue?.first?.stringValue : nil)
    }

    func requireSync() throws {
        switch state {
        case .processingBackgroundSyncCache, .syncInProgress, .running, .nodeNotReachable, .syncError, .pauseRequested:
            return
        case .closed: throw SDNSDKError(.closed, reason: "the session was closed")
        default: throw SDNSDKError(.notStarted, reason: "start the session first, because this call waits for a sync")
        }
    }
}

extension MXSession {
    // MARK: Left rooms and knocking

    /// Returns the stored rooms that the user left or was removed from, the most recently active first. The node is not asked.
    /// - Throws: ``/SDNValues/SDNSDKError`` when the store cannot be read.
    public func archivedRooms() async throws -> [MXRoomSummary] {
        let ignored = ignored
        return try await store.read { store in
            try store.rooms().filter { $0.membership == .leave || $0.membership == .ban }.map { summary in
                var summary = summary
                summary.lastMessage = try store.lastMessage(ofRoom: summary.roomId, ignoring: ignored)
                return summary
            }
        }.sorted { ($0.lastActivity, $1.roomId) > ($1.lastActivity, $0.roomId) }
    }

    /// Returns a room that the user left, to read its messages and state. Its timeline has the stored events, up to the end of the membership. Each
    /// call creates a new object. When the user joins the room again, ``room(withRoomId:)`` returns a different, live object.
    /// - Returns: `nil` if the store does not have the room, or if the user has joined the room.
    /// - Throws: ``/SDNValues/SDNSDKError`` when the store cannot be read.
    public func archivedRoom(withRoomId roomId: String) async throws -> MXRoom? {
        let ignored = ignored
        let summary = try await store.read { store -> MXRoomSummary? in
            guard var summary = try store.room(roomId), !summary.membership.isCurrent, summary.membership != .unknown
            else { return nil }
            summary.lastMessage = try store.lastMessage(ofRoom: roomId, ignoring: ignored)
            return summary
        }
        return summary.map { MXRoom($0, session: self) }
    }

    /// The rooms on which the user has knocked without an answer so far.
    public var knockedRooms: [MXRoom] { rooms.filter { $0.summary.membership == .knock } }

    /// Knocks on a room, and waits until sync shows it.
    /// - Parameters:
    ///   - roomIdOrAlias: a room whose rule is ``/SDNValues/MXRoomJoinRule/knock``.
    ///   - viaServers: servers that know the room.
    ///   - reason: a text for the room's members, which the node can read.
    /// - Throws: ``/SDNValues/MXError/forbidden`` when knocking is not allowed in the room; ``/SDNValues/SDNSDKError`` with code
    ///   `roomIsEncrypted` when there is a reason and the session knows by the room's ID that the room is encrypted; or the errors of ``joinRoom(_:viaServers:withSignUrl:)``.
    @discardableResult
    public func knock(onRoom roomIdOrAlias: String, viaServers: [String]? = nil, reason: String? = nil) async throws
        -> MXRoom
    {
        try requireSync()
        if reason != nil { try sdnRestClient.requireNoKnownEncryption(ofRoom: roomIdOrAlias) }
        let request = RoomActionRequest(roomIdOrAlias, reason: reason, viaServers: viaServers ?? [])
        return try await listed(sdnRestClient.perform(Endpoints.knock, request).roomID, as: .knock)
    }

    /// Waits until a sync shows that the user has the given membership in a room.
    func listed(_ roomId: String, as membership: MXMembership) async throws -> MXRoom {
        try await roomWaiters.wait(
            forRoom: roomId, now: { self.room(withRoomId: roomId)?.summary.membership }, until: { $0 == membership })
        guard let room = room(withRoomId: roomId) else {
            throw SDNSDKError(
                .unknownRoom, field: "roomId", reason: "the room was left again before it could be returned")
        }
        return room
    }
}

extension MXSession {
    // MARK: Replaced rooms

    /// Returns the newest replacement of a room. The search ends at the first replacement that the user has not joined. Returns `nil` when
    /// the room was not replaced, or when the user has not joined the replacement.
    public func replacement(ofRoom roomId: String) -> MXRoom? {
        var (current, seen) = (roomId, Set([roomId]))
        while let next = roomSummary(withRoomId: current)?.replacementRoomId, seen.insert(next).inserted, isJoined(next)
        { current = next }
        return current == roomId ? nil : room(withRoomId: current)
    }

    /// Joins the room that replaces a room, and copies the user's tags and the direct chat mark to it.
    /// - Throws: ``/SDNValues/SDNSDKError`` with code `unknownRoom` when the room is unknown or was not replaced, or the errors of
    ///   ``joinRoom(_:viaServers:withSignUrl:)``.
    public func joinReplacement(ofRoom roomId: String) async throws -> MXRoom {
        guard let old = room(withRoomId: roomId), let replacement = old.summary.replacementRoomId else {
            throw SDNSDKError(.unknownRoom, field: "roomId", reason: "the room is unknown or has no replacement")
        }
        let tombstone = try await old.state().stateEvent(EventType.tombstone)
        let server = tombstone.flatMap { $0.sender.split(separator: ":", maxSplits: 1).last }.map(String.init)
        let room = try await joinRoom(replacement, viaServers: server.map { [$0] })
        if let user = old.directUserId { try await setDirect(replacement, with: user) }
        for (tag, order) in old.summary.tags where room.summary.tags[tag] == nil {
            try await room.addTag(tag, withOrder: order)
        }
        return room
    }
}

extension MXRoomSummary {
    /// The ID of the room that replaces this room; `nil` when this room was not replaced (SDN sheet 5.6).
    public var replacementRoomId: String? { details["replacement"]?.stringValue.flatMap { $0.isEmpty ? nil : $0 } }
    /// The ID of the room that this room replaces; `nil` when it replaces none.
    public var predecessorRoomId: String? { details["predecessor"]?.stringValue.flatMap { $0.isEmpty ? nil : $0 } }
}

extension MXSession {
    /// Releases the states of rooms that were not used lately and have no listener or list of their own, also of rooms that were paginated. They are read from the store again when they are
    /// needed. This method is called only inside the gate.
    func releaseIdleStates() {
        let released = loadedStates.takeExcess { room(withRoomId: $0)?.liveTimeline.isInUse ?? false }
        for roomId in released { room(withRoomId: roomId)?.liveTimeline.releaseState() }
    }
}
