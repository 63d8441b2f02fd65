import HeraldJSON
import SDNValues
import SDNWire

extension MXRestClient {
    /// Replaces a room by a new room of another version (SDN sheet 3.2).
    /// - Parameters:
    ///   - roomId: the room to replace.
    ///   - version: the new version, such as `11`.
    /// - Returns: the ID of the new room.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func upgradeRoom(withId roomId: String, to version: String) async throws -> String {
        // The call is repeated only if it was not sent, because a repeated request could create a second room.
        try await perform(
            Endpoints.upgradeRoom, UpgradeRoomRequest(roomID: roomId, newVersion: version), retry: .ifNotSent
        ).roomID
    }

    /// Knocks on a room: asks to be let in.
    /// - Parameters:
    ///   - roomIdOrAlias: a room ID, or an alias.
    ///   - reason: a text for the members who decide about the request.
    ///   - viaServers: servers that know the room.
    /// - Returns: the room ID.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer,
    ///   and with code `roomIsEncrypted` when there is a reason and the client knows by the room's ID that the room is encrypted.
    @discardableResult
    public func knockRoom(_ roomIdOrAlias: String, reason: String? = nil, viaServers: [String]? = nil) async throws
        -> String
    {
        if reason != nil { try requireNoKnownEncryption(ofRoom: roomIdOrAlias) }
        return try await perform(
            Endpoints.knock, RoomActionRequest(roomIdOrAlias, reason: reason, viaServers: viaServers ?? [])
        ).roomID
    }

    /// Returns a room's current state with its newest events. The method has the original SDK's misspelled name. Matrix has deprecated the
    /// endpoint (SDN sheet 3.2).
    /// - Parameters:
    ///   - roomId: the room.
    ///   - limit: the greatest number of events.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func intialSync(ofRoom roomId: String, limit: UInt? = nil) async throws -> MXRoomInitialSync {
        let request = RoomInitialSyncRequest(roomID: roomId, limit: limit.map(Int.init(clamping:)))
        return try await perform(Endpoints.roomInitialSync, request, as: MXRoomInitialSync.self)
    }

    /// Returns one event without naming its room. Matrix has deprecated the endpoint, and current nodes may not have it.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func event(withEventId eventId: String) async throws -> MXEvent {
        try await perform(Endpoints.event, EventRequest(eventID: eventId), as: SingleEvent.self).event
    }

    /// Returns the event of a room that is nearest to a time.
    /// - Parameters:
    ///   - roomId: the room.
    ///   - timestamp: the time.
    ///   - direction: forwards for the first event at or after the time, backwards for the last event at or before it.
    /// - Returns: the event's ID and its time.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func eventId(
        inRoom roomId: String, at timestamp: Timestamp, direction: MXTimelineDirection
    ) async throws -> (eventId: String, timestamp: Timestamp) {
        let request = EventAtTimeRequest(
            roomID: roomId, timestamp: timestamp,
            direction: direction == .backwards ? .backwards : .forwards)
        let answer = try await perform(Endpoints.eventAtTime, request)
        return (answer.eventID, answer.timestamp)
    }
}
