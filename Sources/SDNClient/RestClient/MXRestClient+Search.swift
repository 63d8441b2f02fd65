import HeraldJSON
import SDNValues
import SDNWire

extension MXRestClient {
    /// Searches messages for a text in the rooms that the user has joined, newest first (SDN sheet 3.2).
    /// - Parameters:
    ///   - pattern: the text.
    ///   - roomEventFilter: the filter for the events and rooms to search.
    ///   - beforeLimit: the number of events to return before each result.
    ///   - afterLimit: the number of events to return after each result.
    ///   - nextBatch: the `nextBatch` of the previous page; `nil` for the first.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func searchMessages(
        withPattern pattern: String, roomEventFilter: MXRoomEventFilter? = nil, beforeLimit: UInt = 0,
        afterLimit: UInt = 0, nextBatch: String? = nil
    ) async throws -> MXSearchRoomEventResults {
        var room: JSONObject = [
            "search_term": .string(pattern), "order_by": "recent",
            "event_context": [
                "before_limit": .int(Int64(clamping: beforeLimit)), "after_limit": .int(Int64(clamping: afterLimit)),
                "include_profile": true,
            ],
        ]
        if let filter = roomEventFilter, !filter.json.isEmpty { room["filter"] = .object(filter.json) }
        return try await search(withParameters: room, nextBatch: nextBatch)
    }

    /// Searches messages with parameters that the app composed.
    /// - Parameters:
    ///   - parameters: `search_categories.room_events` of the body (SDN sheet 7.4).
    ///   - nextBatch: the `nextBatch` of the previous page; `nil` for the first.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func search(withParameters parameters: JSONObject, nextBatch: String? = nil) async throws
        -> MXSearchRoomEventResults
    {
        let request = SearchRequest(
            body: ["search_categories": ["room_events": .object(parameters)]], nextBatch: nextBatch)
        return try await perform(Endpoints.search, request, as: MXSearchRoomEventResults.self)
    }

    /// Searches users by name or ID (SDN sheet 3.2).
    /// - Parameters:
    ///   - pattern: a part of a name or of a user ID; on a SendingNetwork node also a wallet address.
    ///   - limit: the greatest number of users.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func searchUsers(_ pattern: String, limit: UInt) async throws -> MXUserSearchResponse {
        try await perform(
            Endpoints.searchUsers, SearchUsersRequest(term: pattern, limit: Int(clamping: limit)),
            as: MXUserSearchResponse.self)
    }
}
