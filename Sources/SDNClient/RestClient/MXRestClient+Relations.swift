import HeraldJSON
import SDNValues
import SDNWire

extension MXRestClient {
    /// Returns a page of the events that relate to a given event: its edits, reactions and references, or the replies of its thread (SDN
    /// sheet 3.2).
    /// - Parameters:
    ///   - eventId: the event that they relate to.
    ///   - roomId: the room of the event.
    ///   - relationType: the kind of relation, such as `m.thread` or `m.annotation`; `nil` for all.
    ///   - eventType: the type of the events, such as `m.reaction`. The endpoint takes it only together with `relationType`.
    ///   - from: a token of an earlier page.
    ///   - direction: backwards for the newest first.
    ///   - limit: the greatest number of events; `nil` lets the node choose.
    /// - Throws: ``/SDNValues/SDNSDKError`` with code `invalidArgument` for an event type without a relation type.
    public func relations(
        forEvent eventId: String, inRoom roomId: String, relationType: String? = nil, eventType: String? = nil,
        from: String? = nil,
        direction: MXTimelineDirection = .backwards, limit: UInt? = nil
    ) async throws -> MXAggregationPaginatedResponse {
        guard relationType != nil || eventType == nil else {
            throw SDNSDKError(
                .invalidArgument, field: "relationType", endpoint: Endpoints.relationsOfType.name,
                reason: "needed together with an event type")
        }
        let endpoint =
            eventType != nil
            ? Endpoints.relationsOfType : relationType != nil ? Endpoints.relationsOfKind : Endpoints.relations
        let request = RelationsRequest(
            roomID: roomId, eventID: eventId, relationType: relationType, eventType: eventType, from: from,
            direction: direction == .backwards ? .backwards : .forwards, limit: limit.map(Int.init(clamping:)))
        return try await perform(endpoint, request, as: MXAggregationPaginatedResponse.self)
    }

    /// Returns a page of the roots of a room's threads. The thread with the newest reply is first.
    /// - Parameters:
    ///   - roomId: the room.
    ///   - include: `all`, or `participated` for those that the user began or replied in.
    ///   - from: a token of an earlier page.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func threadsInRoomWithId(
        _ roomId: String, include: MXThreadListInclude = .all, from: String? = nil
    ) async throws -> MXAggregationPaginatedResponse {
        let request = ThreadsRequest(roomID: roomId, include: include == .all ? .all : .participated, from: from)
        return try await perform(Endpoints.threads, request, as: MXAggregationPaginatedResponse.self)
    }

    /// Returns a page of a space and the rooms in it.
    /// - Parameters:
    ///   - spaceId: the space's room ID.
    ///   - suggestedOnly: true to list only the rooms that the space suggests.
    ///   - limit: the greatest number of rooms; `nil` lets the node choose.
    ///   - maxDepth: the number of levels of spaces; `nil` for all.
    ///   - paginationToken: ``/SDNValues/MXSpaceChildrenResponse/nextBatch`` of the previous page.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func getSpaceChildrenForSpace(
        withId spaceId: String, suggestedOnly: Bool = false, limit: UInt? = nil, maxDepth: UInt? = nil,
        paginationToken: String? = nil
    ) async throws -> MXSpaceChildrenResponse {
        let request = HierarchyRequest(
            roomID: spaceId, suggestedOnly: suggestedOnly, limit: limit.map(Int.init(clamping:)),
            maxDepth: maxDepth.map(Int.init(clamping:)),
            from: paginationToken)
        return try await perform(Endpoints.hierarchy, request, as: MXSpaceChildrenResponse.self)
    }
}

/// The threads that a list of threads includes.
public enum MXThreadListInclude: String, Sendable, Hashable {
    /// Every thread of the room.
    case all
    /// The threads that the user began or replied in.
    case participated
}
