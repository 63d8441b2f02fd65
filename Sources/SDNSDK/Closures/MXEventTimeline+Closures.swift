import SDNClient
import SDNSession
import SDNValues

extension MXEventTimeline {
    /// The closure form of ``/SDNSession/MXEventTimeline/paginate(_:direction:onlyFromStore:)``.
    @discardableResult
    public func paginate(
        _ numItems: UInt, direction: MXTimelineDirection, onlyFromStore: Bool,
        completion: @escaping @Sendable (MXResponse<Void>) -> Void
    ) -> MXHTTPOperation {
        session.sdnRestClient.adapt(completion) {
            try await self.paginate(numItems, direction: direction, onlyFromStore: onlyFromStore)
        }
    }

    /// The closure form of ``/SDNSession/MXEventTimeline/resetPaginationAroundInitialEvent(withLimit:)``.
    @discardableResult
    public func resetPaginationAroundInitialEvent(
        withLimit limit: UInt, completion: @escaping @Sendable (MXResponse<Void>) -> Void
    ) -> MXHTTPOperation {
        session.sdnRestClient.adapt(completion) { try await self.resetPaginationAroundInitialEvent(withLimit: limit) }
    }
}
