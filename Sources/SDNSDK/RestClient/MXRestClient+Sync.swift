import HeraldJSON
import SDNWire

extension MXRestClient {
    /// What is new since a token. SDN sheet 3.2, 5.3 and 7.3.
    /// - Parameters:
    ///   - token: `nextBatch` of the sync before; `nil` for everything.
    ///   - serverTimeout: how long the node may wait for something to happen, in milliseconds.
    ///   - clientTimeout: how long the connection may stay silent, in milliseconds; more than `serverTimeout`.
    ///   - setPresence: `online`, `unavailable` or `offline`; `nil` means online.
    ///   - filterId: a filter's id, or a filter as JSON text.
    public func sync(
        fromToken token: String?, serverTimeout: UInt, clientTimeout: UInt, setPresence: String?, filterId: String? = nil
    ) async throws -> MXSyncResponse {
        let request = SyncRequest(since: token, filter: filterId, setPresence: setPresence, timeout: Int(clamping: serverTimeout))
        let timeout = Duration.milliseconds(Int64(clamping: clientTimeout))
        return try await perform(Endpoints.sync, request, as: MXSyncResponse.self, timeout: timeout)
    }

    /// As ``sync(fromToken:serverTimeout:clientTimeout:setPresence:filterId:)``, for the session, which has retry rules of its own:
    /// one try, and the answer as it came.
    package func syncDocument(
        fromToken token: String?, serverTimeout: Duration, clientTimeout: Duration, setPresence: String?, filterId: String?
    ) async throws -> JSONDocument {
        let milliseconds = min(max(.zero, serverTimeout), .seconds(86_400)) / .milliseconds(1)
        let request = SyncRequest(since: token, filter: filterId, setPresence: setPresence, timeout: Int(milliseconds))
        return try await call(Endpoints.sync, request, timeout: clientTimeout, retry: .once) { $0 }
    }

    /// Stores a filter on the node.
    /// - Returns: its id.
    public func setFilter(_ filter: MXFilterJSONModel) async throws -> String {
        let request = SetFilterRequest(userID: try ownUserId(Endpoints.setFilter.name), filter: filter.json)
        return try await perform(Endpoints.setFilter, request).filterID
    }

    /// A filter that was stored.
    public func getFilter(withFilterId filterId: String) async throws -> MXFilterJSONModel {
        let request = FilterRequest(userID: try ownUserId(Endpoints.filter.name), filterID: filterId)
        return try await perform(Endpoints.filter, request, as: MXFilterJSONModel.self)
    }
}
