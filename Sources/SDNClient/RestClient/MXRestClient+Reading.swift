import HeraldJSON
import SDNValues
import SDNWire

extension MXRestClient {
    /// Returns a page of a room's history (SDN sheet 3.2 and 7.4).
    /// - Parameters:
    ///   - roomId: the room.
    ///   - from: a token of an earlier page or of a sync. `nil` begins at the newest event when going backwards, otherwise at the oldest.
    ///   - direction: backwards for history.
    ///   - limit: the greatest number of events; `nil` lets the node choose.
    ///   - filter: the filter for the wanted events.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func messages(
        forRoom roomId: String, from: String?, direction: MXTimelineDirection, limit: UInt? = nil,
        filter: MXRoomEventFilter = MXRoomEventFilter()
    ) async throws -> MXPaginationResponse {
        let request = MessagesRequest(
            roomID: roomId, from: from, direction: direction == .backwards ? .backwards : .forwards,
            limit: limit.map(Int.init(clamping:)),
            filter: filter.text)
        return try await perform(Endpoints.messages, request, as: MXPaginationResponse.self)
    }

    /// Returns the member events of a room.
    /// - Parameters:
    ///   - roomId: the room.
    ///   - at: a token; the members are returned as they were then.
    ///   - membership: the only membership to return.
    ///   - notMembership: a membership to leave out.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func members(
        ofRoom roomId: String, at: String? = nil, membership: MXMembership? = nil, notMembership: MXMembership? = nil
    ) async throws -> [MXEvent] {
        let request = MembersRequest(
            roomID: roomId, at: at, membership: membership?.identifier, notMembership: notMembership?.identifier)
        return try await perform(Endpoints.members, request, as: EventChunk.self).events
    }

    /// Returns the whole current state of a room.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func state(ofRoom roomId: String) async throws -> [MXEvent] {
        try await perform(Endpoints.roomState, RoomRequest(roomID: roomId), as: EventArray.self).events
    }

    /// Returns one event of a room.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func event(withEventId eventId: String, inRoom roomId: String) async throws -> MXEvent {
        try await perform(Endpoints.roomEvent, RoomEventRequest(roomID: roomId, eventID: eventId), as: SingleEvent.self)
            .event(inRoom: roomId)
    }

    /// Returns an event with the events before and after it.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func context(
        ofEvent eventId: String, inRoom roomId: String, limit: UInt? = nil, filter: MXRoomEventFilter? = nil
    ) async throws -> MXEventContext {
        let request = EventContextRequest(
            roomID: roomId, eventID: eventId, limit: limit.map(Int.init(clamping:)), filter: filter?.text)
        return try await perform(Endpoints.eventContext, request, as: MXEventContext.self)
    }
}
