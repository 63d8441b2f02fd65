import HeraldJSON
import SDNWire

extension MXRoomSummary {
    /// Of a room that was replaced, the id of the one that takes its place (SDN sheet 5.6).
    public var replacementRoomId: String? { details["replacement"]?.stringValue.flatMap { $0.isEmpty ? nil : $0 } }
    /// The id of the room that this one takes the place of.
    public var predecessorRoomId: String? { details["predecessor"]?.stringValue.flatMap { $0.isEmpty ? nil : $0 } }
}

extension MXSession {
    /// The room that takes a room's place today: its replacement, or that one's. `nil` when it was not replaced, or the user is not in
    /// the replacement.
    public func replacement(ofRoom roomId: String) -> MXRoom? {
        var (current, seen) = (roomId, Set([roomId]))
        while let next = roomSummary(withRoomId: current)?.replacementRoomId, seen.insert(next).inserted, isJoined(next) { current = next }
        return current == roomId ? nil : room(withRoomId: current)
    }

    /// Enters the room that takes a room's place, and takes the user's tags and the mark of a direct chat along.
    /// - Throws: ``SDNSDKError`` with code `unknownRoom` when the room is not known or was not replaced; else as
    ///   ``joinRoom(_:viaServers:withSignUrl:)``.
    public func joinReplacement(ofRoom roomId: String) async throws -> MXRoom {
        guard let old = room(withRoomId: roomId), let replacement = old.summary.replacementRoomId else {
            throw SDNSDKError(.unknownRoom, field: "roomId", reason: "the room is not known, or was not replaced")
        }
        let tombstone = try await old.state().stateEvent(EventType.tombstone)
        let server = tombstone.flatMap { $0.sender.split(separator: ":", maxSplits: 1).last }.map(String.init)
        let room = try await joinRoom(replacement, viaServers: server.map { [$0] })
        if let user = old.directUserId { try await setDirect(replacement, with: user) }
        for (tag, order) in old.summary.tags where room.summary.tags[tag] == nil { try await room.addTag(tag, withOrder: order) }
        return room
    }
}
