import HeraldJSON
import SDNValues
import SDNWire

extension MXRoomSummary {
    /// The id of the room that replaces this room; `nil` when this room was not replaced (SDN sheet 5.6).
    public var replacementRoomId: String? { details["replacement"]?.stringValue.flatMap { $0.isEmpty ? nil : $0 } }
    /// The id of the room that this room replaces; `nil` when it replaces none.
    public var predecessorRoomId: String? { details["predecessor"]?.stringValue.flatMap { $0.isEmpty ? nil : $0 } }
}

extension MXSession {
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
