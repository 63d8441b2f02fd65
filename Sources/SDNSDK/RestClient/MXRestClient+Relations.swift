import HeraldJSON
import SDNWire

extension MXRestClient {
    /// The events that relate to one: its edits, reactions, references, or the replies of its thread. SDN sheet 3.2.
    /// - Parameters:
    ///   - eventId: the event that they relate to.
    ///   - roomId: its room.
    ///   - relationType: such as `m.thread` or `m.annotation`; `nil` for all.
    ///   - eventType: such as `m.reaction`; goes only with `relationType`, as the endpoint has it.
    ///   - from: a token of an earlier page.
    ///   - direction: backwards for the newest first.
    ///   - limit: how many at most; `nil` lets the node choose.
    /// - Throws: ``SDNSDKError`` with code `invalidArgument` for an event type without a relation type.
    public func relations(
        forEvent eventId: String, inRoom roomId: String, relationType: String? = nil, eventType: String? = nil, from: String? = nil,
        direction: MXTimelineDirection = .backwards, limit: UInt? = nil
    ) async throws -> MXAggregationPaginatedResponse {
        guard relationType != nil || eventType == nil else {
            throw SDNSDKError(.invalidArgument, field: "relationType", endpoint: Endpoints.relationsOfType.name, reason: "an event type needs it")
        }
        let endpoint = eventType != nil ? Endpoints.relationsOfType : relationType != nil ? Endpoints.relationsOfKind : Endpoints.relations
        let request = RelationsRequest(
            roomID: roomId, eventID: eventId, relationType: relationType, eventType: eventType, from: from,
            direction: direction == .backwards ? .backwards : .forwards, limit: limit.map(Int.init(clamping:)))
        return try await perform(endpoint, request, as: MXAggregationPaginatedResponse.self)
    }

    /// The roots of a room's threads, the one with the newest reply first.
    /// - Parameters:
    ///   - roomId: the room.
    ///   - include: `all`, or `participated` for those that the user began or replied in.
    ///   - from: a token of an earlier page.
    public func threadsInRoomWithId(
        _ roomId: String, include: MXThreadListInclude = .all, from: String? = nil
    ) async throws -> MXAggregationPaginatedResponse {
        let request = ThreadsRequest(roomID: roomId, include: include == .all ? .all : .participated, from: from)
        return try await perform(Endpoints.threads, request, as: MXAggregationPaginatedResponse.self)
    }

    /// A space and the rooms in it.
    /// - Parameters:
    ///   - spaceId: the space's room id.
    ///   - suggestedOnly: only rooms that the space suggests.
    ///   - limit: how many rooms at most; `nil` lets the node choose.
    ///   - maxDepth: how many levels of spaces; `nil` for all.
    ///   - paginationToken: ``MXSpaceChildrenResponse/nextBatch`` of the page before.
    public func getSpaceChildrenForSpace(
        withId spaceId: String, suggestedOnly: Bool = false, limit: UInt? = nil, maxDepth: UInt? = nil, paginationToken: String? = nil
    ) async throws -> MXSpaceChildrenResponse {
        let request = HierarchyRequest(
            roomID: spaceId, suggestedOnly: suggestedOnly, limit: limit.map(Int.init(clamping:)), maxDepth: maxDepth.map(Int.init(clamping:)),
            from: paginationToken)
        return try await perform(Endpoints.hierarchy, request, as: MXSpaceChildrenResponse.self)
    }
}

/// Which threads a list is of.
public enum MXThreadListInclude: String, Sendable, Hashable {
    /// Every thread of the room.
    case all
    /// Those that the user began or replied in.
    case participated
}
