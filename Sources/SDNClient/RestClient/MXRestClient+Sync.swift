import HeraldJSON
import SDNValues
import SDNWire

extension MXRestClient {
    /// Returns the changes since a token (SDN sheet 3.2, 5.3 and 7.3).
    /// - Parameters:
    ///   - token: the `nextBatch` of the previous sync; `nil` for everything.
    ///   - serverTimeout: the time that the node may wait for changes, in milliseconds.
    ///   - clientTimeout: the time that the connection may stay silent, in milliseconds. It has to be more than `serverTimeout`.
    ///   - setPresence: `online`, `unavailable` or `offline`; `nil` means online.
    ///   - filterId: a filter's ID, or a filter as JSON text.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func sync(
        fromToken token: String?, serverTimeout: UInt, clientTimeout: UInt, setPresence: String?,
        filterId: String? = nil
    ) async throws -> MXSyncResponse {
        let request = SyncRequest(
            since: token, filter: filterId, setPresence: setPresence,
            timeout: .milliseconds(Int64(clamping: serverTimeout)))
        let timeout = Duration.milliseconds(Int64(clamping: clientTimeout))
        return try await perform(Endpoints.sync, request, as: MXSyncResponse.self, timeout: timeout)
    }

    /// Sends the same request as ``sync(fromToken:serverTimeout:clientTimeout:setPresence:filterId:)``, but only once, and returns the answer
    /// unchanged. A request that a rate limit refused is sent again. The call is for syncs in the background and for notifications.
    package func syncDocument(
        fromToken token: String?, serverTimeout: Duration, clientTimeout: Duration, setPresence: String?,
        filterId: String?
    ) async throws -> JSONDocument {
        let request = SyncRequest(
            since: token, filter: filterId, setPresence: setPresence,
            timeout: min(max(.zero, serverTimeout), .seconds(86_400)))
        return try await call(Endpoints.sync, request, timeout: clientTimeout, retry: .onceAllowed) { $0 }
    }

    /// Stores a filter on the node.
    /// - Returns: the filter's ID.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func setFilter(_ filter: MXFilterJSONModel) async throws -> String {
        let request = SetFilterRequest(userID: try ownUserId(Endpoints.setFilter.name), filter: filter.json)
        return try await perform(Endpoints.setFilter, request).filterID
    }

    /// Returns a stored filter.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func getFilter(withFilterId filterId: String) async throws -> MXFilterJSONModel {
        let request = FilterRequest(userID: try ownUserId(Endpoints.filter.name), filterID: filterId)
        return try await perform(Endpoints.filter, request, as: MXFilterJSONModel.self)
    }
}
