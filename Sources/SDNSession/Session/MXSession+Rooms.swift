import Foundation
import SDNClient
import SDNValues
import SDNWire
import Synchronization

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

    /// Creates a room and waits until sync brings it.
    /// - Throws: ``/SDNValues/SDNSDKError`` with code `notStarted` when the session does not sync, or stops; `unknownRoom` when the sync after the
    ///   node's answer does not have the room; also the errors of the node.
    public func createRoom(parameters: MXRoomCreationParameters) async throws -> MXRoom {
        try requireSync()
        let room = try await listed(sdnRestClient.createRoom(parameters: parameters).roomId, as: .join)
        if parameters.isDirect, let user = parameters.inviteArray?.first {
            try await setDirect(room.roomId, with: user)
        }
        return room
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

    /// Joins a room by id or alias and waits until sync brings it.
    /// - Parameters:
    ///   - roomIdOrAlias: a room id, or an alias with `#` and domain.
    ///   - viaServers: servers that know the room.
    ///   - signUrl: for an invite to an address, the URL where the identity server signs that the user owns the address.
    /// - Throws: ``/SDNValues/SDNSDKError`` with code `notStarted` when the session does not sync, or stops; `unknownRoom` when the sync after the node's
    ///   answer does not have the room, for example because the user was removed again at once; also the errors of the node.
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

    func requireSync() throws {
        switch state {
        case .processingBackgroundSyncCache, .syncInProgress, .running, .nodeNotReachable, .syncError, .pauseRequested:
            return
        case .closed: throw SDNSDKError(.closed, reason: "the session was closed")
        default: throw SDNSDKError(.notStarted, reason: "start the session first, because this call waits for a sync")
        }
    }
}
