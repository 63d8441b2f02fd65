import HeraldJSON
import SDNWire

extension MXRestClient {
    /// A page of a room's history. SDN sheet 3.2 and 7.4.
    /// - Parameters:
    ///   - roomId: the room.
    ///   - from: a token of an earlier page or of a sync; `nil` for the newest end when going backwards, the oldest otherwise.
    ///   - direction: backwards for history.
    ///   - limit: how many events at most; `nil` lets the node choose.
    ///   - filter: which events are wanted.
    public func messages(
        forRoom roomId: String, from: String?, direction: MXTimelineDirection, limit: UInt? = nil, filter: MXRoomEventFilter = MXRoomEventFilter()
    ) async throws -> MXPaginationResponse {
        let request = MessagesRequest(
            roomID: roomId, from: from, direction: direction == .backwards ? .backwards : .forwards, limit: limit.map(Int.init(clamping:)),
            filter: filter.text)
        return try await perform(Endpoints.messages, request, as: MXPaginationResponse.self)
    }

    /// The member events of a room.
    /// - Parameters:
    ///   - roomId: the room.
    ///   - at: a token: the members as they were then.
    ///   - membership: only members who stand so.
    ///   - notMembership: only members who do not stand so.
    public func members(
        ofRoom roomId: String, at: String? = nil, membership: MXMembership? = nil, notMembership: MXMembership? = nil
    ) async throws -> [MXEvent] {
        let request = MembersRequest(roomID: roomId, at: at, membership: membership?.identifier, notMembership: notMembership?.identifier)
        return try await perform(Endpoints.members, request, as: EventChunk.self).events
    }

    /// The whole current state of a room.
    public func state(ofRoom roomId: String) async throws -> [MXEvent] {
        try await perform(Endpoints.roomState, RoomRequest(roomID: roomId), as: EventArray.self).events
    }

    /// One event of a room.
    public func event(withEventId eventId: String, inRoom roomId: String) async throws -> MXEvent {
        try await perform(Endpoints.roomEvent, RoomEventRequest(roomID: roomId, eventID: eventId), as: SingleEvent.self).event
    }

    /// An event with what stands before and after it.
    public func context(
        ofEvent eventId: String, inRoom roomId: String, limit: UInt? = nil, filter: MXRoomEventFilter? = nil
    ) async throws -> MXEventContext {
        let request = EventContextRequest(roomID: roomId, eventID: eventId, limit: limit.map(Int.init(clamping:)), filter: filter?.text)
        return try await perform(Endpoints.eventContext, request, as: MXEventContext.self)
    }
}
