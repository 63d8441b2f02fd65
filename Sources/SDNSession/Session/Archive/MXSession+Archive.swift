import SDNClient
import SDNFolds
import SDNValues
import SDNWire
import Synchronization

extension MXSession {
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
    ///   - reason: a text for the room's members.
    /// - Throws: ``/SDNValues/MXError/forbidden`` when knocking is not allowed in the room, or the errors of ``joinRoom(_:viaServers:withSignUrl:)``.
    @discardableResult
    public func knock(onRoom roomIdOrAlias: String, viaServers: [String]? = nil, reason: String? = nil) async throws
        -> MXRoom
    {
        try requireSync()
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
