import Foundation
import SDNWire
import Synchronization

extension MXSession {
    /// A room the user is in or invited to.
    public func room(withRoomId roomId: String) -> MXRoom? { shared.withLock { $0.rooms[roomId] } }
    /// Whether the user is in a room or invited to it.
    public func hasRoom(withRoomId roomId: String) -> Bool { room(withRoomId: roomId) != nil }
    /// The room whose canonical alias this is.
    public func room(withAlias alias: String) -> MXRoom? { rooms.first { $0.summary.canonicalAlias == alias } }
    /// What a room list shows of a room; `nil` for a room that the user is neither in nor invited to.
    public func roomSummary(withRoomId roomId: String) -> MXRoomSummary? { room(withRoomId: roomId)?.summary }
    /// Rooms the user is in.
    public var joinedRooms: [MXRoom] { rooms.filter { $0.summary.membership == .join } }
    /// Rooms the user is invited to and has not answered.
    public func invitedRooms() -> [MXRoom]? { rooms.filter { $0.summary.membership == .invite } }

    /// Makes a room and waits until sync brings it.
    /// - Throws: ``SDNSDKError`` with code `notStarted` when the session does not sync, or stops, and `unknownRoom` when the sync after the
    ///   node's answer does not have the room; what the node answers.
    public func createRoom(parameters: MXRoomCreationParameters) async throws -> MXRoom {
        try requireSync()
        let room = try await listed(sdnRestClient.createRoom(parameters: parameters).roomId, as: .join)
        if parameters.isDirect, let user = parameters.inviteArray?.first { try await setDirect(room.roomId, with: user) }
        return room
    }

    /// Makes a room with a name and a topic. The room is private by default.
    public func createRoom(withName name: String?, topic: String? = nil, preset: MXRoomPreset = .privateChat, invite: [String] = []) async throws -> MXRoom {
        var parameters = MXRoomCreationParameters(name: name, topic: topic)
        parameters.preset = preset
        parameters.inviteArray = invite
        return try await createRoom(parameters: parameters)
    }

    /// Joins a room by id or alias and waits until sync brings it.
    /// - Parameters:
    ///   - roomIdOrAlias: a room id, or an alias with `#` and domain.
    ///   - viaServers: servers that know the room.
    ///   - signUrl: of an invite to an address, where the identity server signs that the address is the user's.
    /// - Throws: ``SDNSDKError`` with code `notStarted` when the session does not sync, or stops, and `unknownRoom` when the sync after the
    ///   node's answer does not have the room, for example because the user was taken out again at once; what the node answers.
    public func joinRoom(_ roomIdOrAlias: String, viaServers: [String]? = nil, withSignUrl signUrl: URL? = nil) async throws -> MXRoom {
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
            // The user is in the room whether this can be kept or not.
            try? await setDirect(room.roomId, with: inviter)
        }
        return room
    }

    /// Leaves a room, or refuses an invite, and waits until sync takes it off the list.
    /// - Throws: as ``joinRoom(_:viaServers:withSignUrl:)``.
    public func leaveRoom(_ roomId: String) async throws {
        try requireSync()
        try await sdnRestClient.leaveRoom(roomId)
        try await roomWaiters.wait(forRoom: roomId, now: { self.room(withRoomId: roomId)?.summary.membership }, until: { $0 == nil })
    }

    func requireSync() throws {
        switch state {
        case .processingBackgroundSyncCache, .syncInProgress, .running, .nodeNotReachable, .syncError, .pauseRequested: return
        case .closed: throw SDNSDKError(.closed, reason: "the session was closed")
        default: throw SDNSDKError(.notStarted, reason: "the session has to be started, because this waits for a sync")
        }
    }
}
