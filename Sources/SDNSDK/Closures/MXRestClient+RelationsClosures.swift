import SDNClient
import SDNValues

/// Closure forms of the calls for relations, threads and spaces (SDN sheet 3.2).
extension MXRestClient {
    /// The closure form of ``/SDNClient/MXRestClient/relations(forEvent:inRoom:relationType:eventType:from:direction:limit:)``.
    @discardableResult
    public func relations(
        forEvent eventId: String, inRoom roomId: String, relationType: String?, eventType: String?, from: String?,
        direction: MXTimelineDirection,
        limit: UInt?, completion: @escaping @Sendable (MXResponse<MXAggregationPaginatedResponse>) -> Void
    ) -> MXHTTPOperation {
        adapt(completion) {
            try await self.relations(
                forEvent: eventId, inRoom: roomId, relationType: relationType, eventType: eventType, from: from,
                direction: direction, limit: limit)
        }
    }

    /// The closure form of ``/SDNClient/MXRestClient/threadsInRoomWithId(_:include:from:)``.
    @discardableResult
    public func threadsInRoomWithId(
        _ roomId: String, include: MXThreadListInclude, from: String?,
        completion: @escaping @Sendable (MXResponse<MXAggregationPaginatedResponse>) -> Void
    ) -> MXHTTPOperation {
        adapt(completion) { try await self.threadsInRoomWithId(roomId, include: include, from: from) }
    }

    /// The closure form of ``/SDNClient/MXRestClient/getSpaceChildrenForSpace(withId:suggestedOnly:limit:maxDepth:paginationToken:)``.
    @discardableResult
    public func getSpaceChildrenForSpace(
        withId spaceId: String, suggestedOnly: Bool, limit: UInt?, maxDepth: UInt?, paginationToken: String?,
        completion: @escaping @Sendable (MXResponse<MXSpaceChildrenResponse>) -> Void
    ) -> MXHTTPOperation {
        adapt(completion) {
            try await self.getSpaceChildrenForSpace(
                withId: spaceId, suggestedOnly: suggestedOnly, limit: limit, maxDepth: maxDepth,
                paginationToken: paginationToken)
        }
    }
}
