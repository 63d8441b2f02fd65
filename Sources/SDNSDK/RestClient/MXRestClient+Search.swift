import HeraldJSON
import SDNWire

extension MXRestClient {
    /// Looks for messages with a text in rooms that the user is in, the newest first. SDN sheet 3.2.
    /// - Parameters:
    ///   - pattern: the text.
    ///   - roomEventFilter: which events of which rooms count.
    ///   - beforeLimit: how many events before each result come with it.
    ///   - afterLimit: how many events after each result come with it.
    ///   - nextBatch: `nextBatch` of the page before; `nil` for the first.
    public func searchMessages(
        withPattern pattern: String, roomEventFilter: MXRoomEventFilter? = nil, beforeLimit: UInt = 0, afterLimit: UInt = 0, nextBatch: String? = nil
    ) async throws -> MXSearchRoomEventResults {
        var room: JSONObject = [
            "search_term": .string(pattern), "order_by": "recent",
            "event_context": [
                "before_limit": .int(Int64(clamping: beforeLimit)), "after_limit": .int(Int64(clamping: afterLimit)), "include_profile": true,
            ],
        ]
        if let filter = roomEventFilter, !filter.json.isEmpty { room["filter"] = .object(filter.json) }
        return try await search(withParameters: room, nextBatch: nextBatch)
    }

    /// Looks for messages with parameters of the app's own.
    /// - Parameters:
    ///   - parameters: `search_categories.room_events` of the body (SDN sheet 7.4).
    ///   - nextBatch: `nextBatch` of the page before; `nil` for the first.
    public func search(withParameters parameters: JSONObject, nextBatch: String? = nil) async throws -> MXSearchRoomEventResults {
        let request = SearchRequest(body: ["search_categories": ["room_events": .object(parameters)]], nextBatch: nextBatch)
        return try await perform(Endpoints.search, request, as: MXSearchRoomEventResults.self)
    }

    /// Looks for users by name or id. SDN sheet 3.2.
    /// - Parameters:
    ///   - pattern: part of a name or of a user id; on a SendingNetwork node also a wallet address.
    ///   - limit: how many users at most.
    public func searchUsers(_ pattern: String, limit: UInt) async throws -> MXUserSearchResponse {
        try await perform(Endpoints.searchUsers, SearchUsersRequest(term: pattern, limit: Int(clamping: limit)), as: MXUserSearchResponse.self)
    }
}
