import HeraldJSON

/// A request for the public room list. `limit` and `since` select a page. The other members filter the list and exist only in a POST.
package struct PublicRoomsRequest: WireRequest, Hashable {
    package var server: String?
    package var limit: Int?
    package var since: String?
    package var searchTerm: String?
    /// The room types to list, such as `m.space`. An element `nil` stands for rooms without a type. If the whole array is `nil`, all rooms
    /// are listed.
    package var roomTypes: [String?]?
    /// The ID of another network that the node has a bridge to.
    package var thirdPartyInstanceID: String?
    package var includesAllNetworks: Bool
    /// True to send the values in a body (POST) instead of the query (GET).
    private var inBody: Bool

    package init(
        server: String? = nil, limit: Int? = nil, since: String? = nil, searchTerm: String? = nil,
        roomTypes: [String?]? = nil,
        thirdPartyInstanceID: String? = nil, includesAllNetworks: Bool = false, inBody: Bool = false
    ) {
        self.server = server
        self.limit = limit
        self.since = since
        self.searchTerm = searchTerm
        self.roomTypes = roomTypes
        self.thirdPartyInstanceID = thirdPartyInstanceID
        self.includesAllNetworks = includesAllNetworks
        self.inBody = inBody
    }
    package init(parts: RequestParts) throws {
        let body = try parts.object()
        self.server = parts.query["server"]
        self.inBody = parts.body != nil
        if let inner = try body.optionalInt("limit") {
            guard let limit = Int(exactly: inner), limit >= 0 else {
                throw WireError(.invalid, field: "limit", reason: "expected a whole number of 0 or more")
            }
            self.limit = limit
        } else {
            self.limit = try parts.queryInt("limit")
        }
        self.since = try body.optionalString("since") ?? parts.query["since"]
        let filter = try body.optionalObject("filter")
        self.searchTerm = try filter?.optionalString("generic_search_term")
        self.roomTypes = try filter?.optionalArray("room_types")?.map { type in
            if type.isNull { return nil }
            guard let text = type.stringValue else {
                throw WireError(.invalid, field: "filter.room_types", reason: "expected texts and null")
            }
            return text
        }
        self.thirdPartyInstanceID = try body.optionalString("third_party_instance_id").flatMap { $0.isEmpty ? nil : $0 }
        self.includesAllNetworks = try body.optionalBool("include_all_networks") ?? false
    }
    package func parts() -> RequestParts {
        var query: [String: String] = [:]
        query["server"] = server
        guard inBody else {
            query["limit"] = limit.map(String.init)
            query["since"] = since
            return RequestParts(query: query)
        }
        var object = JSONObject()
        object.set("limit", limit.map(Int64.init))
        object.set("since", since)
        object.set("third_party_instance_id", thirdPartyInstanceID)
        if includesAllNetworks { object["include_all_networks"] = true }
        var filter = JSONObject()
        filter.set("generic_search_term", searchTerm)
        filter.set(
            "room_types", roomTypes.map { types in JSONValue.array(types.map { $0.map(JSONValue.string) ?? .null }) })
        if !filter.isEmpty { object["filter"] = .object(filter) }
        return RequestParts(query: query, body: .object(object))
    }
}
