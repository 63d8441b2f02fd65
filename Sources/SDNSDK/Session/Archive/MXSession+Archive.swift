import SDNWire
import Synchronization

extension MXSession {
    /// Rooms that the user left or was taken out of, as far as they were known here; readable without the node. In the order of a room
    /// list, the one that was active last first.
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

    /// A room that the user left, to read its messages and state: its timeline is what was stored, up to the end of the stay. An object
    /// of its own each time; when the user enters the room again ``room(withRoomId:)`` has another one that goes on.
    /// - Returns: `nil` for a room that was never known here, and for one that the user is in.
    public func archivedRoom(withRoomId roomId: String) async throws -> MXRoom? {
        let ignored = ignored
        let summary = try await store.read { store -> MXRoomSummary? in
            guard var summary = try store.room(roomId), !summary.membership.isCurrent, summary.membership != .unknown else { return nil }
            summary.lastMessage = try store.lastMessage(ofRoom: roomId, ignoring: ignored)
            return summary
        }
        return summary.map { MXRoom($0, session: self) }
    }

    /// Rooms that the user asked to be let into and has no answer from.
    public var knockedRooms: [MXRoom] { rooms.filter { $0.summary.membership == .knock } }

    /// Asks to be let into a room, and waits until sync shows it.
    /// - Parameters:
    ///   - roomIdOrAlias: a room whose rule is ``MXRoomJoinRule/knock``.
    ///   - viaServers: servers that know the room.
    ///   - reason: what its members are told.
    /// - Throws: ``MXError/forbidden`` when the room does not take such requests; else as ``joinRoom(_:viaServers:withSignUrl:)``.
    @discardableResult
    public func knock(onRoom roomIdOrAlias: String, viaServers: [String]? = nil, reason: String? = nil) async throws -> MXRoom {
        try requireSync()
        let request = RoomActionRequest(roomIdOrAlias, reason: reason, viaServers: viaServers ?? [])
        return try await listed(sdnRestClient.perform(Endpoints.knock, request).roomID, as: .knock)
    }

    /// Waits until sync shows a room with a membership.
    func listed(_ roomId: String, as membership: MXMembership) async throws -> MXRoom {
        try await roomWaiters.wait(forRoom: roomId, now: { self.room(withRoomId: roomId)?.summary.membership }, until: { $0 == membership })
        guard let room = room(withRoomId: roomId) else {
            throw SDNSDKError(.unknownRoom, field: "roomId", reason: "the room was left again before it could be returned")
        }
        return room
    }
}
