import HeraldJSON
import SDNWire

extension MXRestClient {
    /// Replaces a room by one of another version. SDN sheet 3.2.
    /// - Parameters:
    ///   - roomId: the room to replace.
    ///   - version: such as `11`.
    /// - Returns: the id of the new room.
    public func upgradeRoom(withId roomId: String, to version: String) async throws -> String {
        // A second room is not the same as one.
        try await perform(Endpoints.upgradeRoom, UpgradeRoomRequest(roomID: roomId, newVersion: version), retry: .ifNotSent).roomID
    }

    /// Asks to be let into a room.
    /// - Parameters:
    ///   - roomIdOrAlias: a room id, or an alias.
    ///   - reason: a text for those who let people in.
    ///   - viaServers: servers that know the room.
    /// - Returns: the room id.
    @discardableResult
    public func knockRoom(_ roomIdOrAlias: String, reason: String? = nil, viaServers: [String]? = nil) async throws -> String {
        try await perform(Endpoints.knock, RoomActionRequest(roomIdOrAlias, reason: reason, viaServers: viaServers ?? [])).roomID
    }

    /// A room as it is now, with its newest events; upstream spells the name so. SDN sheet 3.2, deprecated by Matrix.
    /// - Parameters:
    ///   - roomId: the room.
    ///   - limit: how many events at most.
    public func intialSync(ofRoom roomId: String, limit: UInt? = nil) async throws -> MXRoomInitialSync {
        let request = RoomInitialSyncRequest(roomID: roomId, limit: limit.map(Int.init(clamping:)))
        return try await perform(Endpoints.roomInitialSync, request, as: MXRoomInitialSync.self)
    }

    /// One event, whatever its room; deprecated by Matrix, and nodes of today may not have it.
    public func event(withEventId eventId: String) async throws -> MXEvent {
        try await perform(Endpoints.event, EventRequest(eventID: eventId), as: SingleEvent.self).event
    }

    /// The event of a room that is nearest to a moment.
    /// - Parameters:
    ///   - roomId: the room.
    ///   - timestamp: milliseconds since 1970.
    ///   - direction: forwards for the first event at the moment or after it, backwards for the last one at it or before.
    /// - Returns: the event's id and its time in milliseconds since 1970.
    public func eventId(
        inRoom roomId: String, at timestamp: UInt64, direction: MXTimelineDirection
    ) async throws -> (eventId: String, timestamp: UInt64) {
        let request = EventAtTimeRequest(
            roomID: roomId, timestamp: Int(clamping: timestamp), direction: direction == .backwards ? .backwards : .forwards)
        let answer = try await perform(Endpoints.eventAtTime, request)
        return (answer.eventID, UInt64(clamping: answer.timestamp))
    }
}
