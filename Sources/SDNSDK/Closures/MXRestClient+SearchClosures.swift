import HeraldJSON
import SDNClient
import SDNValues

/// Closure forms of searches (SDN sheet 3.2).
extension MXRestClient {
    /// The closure form of ``/SDNClient/MXRestClient/searchMessages(withPattern:roomEventFilter:beforeLimit:afterLimit:nextBatch:)``.
    @discardableResult
    public func searchMessages(
        withPattern pattern: String, roomEventFilter: MXRoomEventFilter? = nil, beforeLimit: UInt = 0,
        afterLimit: UInt = 0, nextBatch: String?,
        completion: @escaping @Sendable (MXResponse<MXSearchRoomEventResults>) -> Void
    ) -> MXHTTPOperation {
        adapt(completion) {
            try await self.searchMessages(
                withPattern: pattern, roomEventFilter: roomEventFilter, beforeLimit: beforeLimit,
                afterLimit: afterLimit, nextBatch: nextBatch)
        }
    }

    /// The closure form of ``/SDNClient/MXRestClient/search(withParameters:nextBatch:)``.
    /// - Parameters:
    ///   - parameters: the search, as Foundation's JSON objects.
    ///   - nextBatch: the `nextBatch` of the previous page.
    ///   - completion: receives the page.
    @discardableResult
    public func search(
        withParameters parameters: [String: Any], nextBatch: String?,
        completion: @escaping @Sendable (MXResponse<MXSearchRoomEventResults>) -> Void
    ) -> MXHTTPOperation {
        let body = Result { try JSONObject(foundation: parameters) }
        return adapt(completion) { try await self.search(withParameters: body.get(), nextBatch: nextBatch) }
    }

    /// The closure form of ``/SDNClient/MXRestClient/searchUsers(_:limit:)``.
    @discardableResult
    public func searchUsers(
        _ pattern: String, limit: UInt, success: @escaping @Sendable (MXUserSearchResponse) -> Void,
        failure: (@Sendable (any Error) -> Void)? = nil
    ) -> MXHTTPOperation {
        adapt(success, failure) { try await self.searchUsers(pattern, limit: limit) }
    }
}
