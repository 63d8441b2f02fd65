import HeraldJSON

extension Endpoints {
    /// Lists a space and the rooms in it that the caller may see: `{"rooms":[…],"next_batch"?}`.
    /// Matrix: [getSpaceHierarchy](https://spec.matrix.org/v1.18/client-server-api/#get_matrixclientv1roomsroomidhierarchy).
    package static let hierarchy = Endpoint<HierarchyRequest, RawJSON>(
        .get, .client(.v1), "rooms/{roomId}/hierarchy", history: .matrix(.v1(2)))
    /// Returns the facts about a room that may be seen without being a member.
    /// Matrix: [getRoomSummary](https://spec.matrix.org/v1.18/client-server-api/#get_matrixclientv1room_summaryroomidoralias).
    package static let roomSummary = Endpoint<RoomSummaryRequest, RawJSON>(
        .get, .client(.unstable), "im.nheko.summary/rooms/{roomIdOrAlias}/summary", access: .optional,
        history: .matrix(.v1(15)),
        variants: [
            EndpointVariant(.client(.v1), "room_summary/{roomIdOrAlias}", since: .v1(15)),
            EndpointVariant(.client(.unstable), "im.nheko.summary/summary/{roomIdOrAlias}"),
        ])
}

package struct HierarchyRequest: WireRequest, Hashable {
    package var roomID: String
    package var suggestedOnly: Bool
    package var limit: Int?
    package var maxDepth: Int?
    package var from: String?

    package init(
        roomID: String, suggestedOnly: Bool = false, limit: Int? = nil, maxDepth: Int? = nil, from: String? = nil
    ) {
        self.roomID = roomID
        self.suggestedOnly = suggestedOnly
        self.limit = limit
        self.maxDepth = maxDepth
        self.from = from
    }
    package init(parts: RequestParts) throws {
        self.roomID = try parts.pathValue("roomId")
        self.suggestedOnly = try parts.queryBool("suggested_only") ?? false
        self.limit = try parts.queryInt("limit")
        self.maxDepth = try parts.queryInt("max_depth")
        self.from = parts.query["from"].flatMap { $0.isEmpty ? nil : $0 }
    }
    package func parts() -> RequestParts {
        var query: [String: String] = [:]
        if suggestedOnly { query["suggested_only"] = "true" }
        query["limit"] = limit.map(String.init)
        query["max_depth"] = maxDepth.map(String.init)
        query["from"] = from
        return RequestParts(path: ["roomId": roomID], query: query)
    }
}

package struct RoomSummaryRequest: WireRequest, Hashable {
    package var roomIDOrAlias: String
    package var via: [String]
    package init(_ roomIDOrAlias: String, via: [String] = []) {
        self.roomIDOrAlias = roomIDOrAlias
        self.via = via
    }
    package init(parts: RequestParts) throws {
        self.roomIDOrAlias = try parts.pathValue("roomIdOrAlias")
        self.via = parts.values(of: "via")
    }
    package func parts() -> RequestParts {
        RequestParts(path: ["roomIdOrAlias": roomIDOrAlias], lists: via.isEmpty ? [:] : ["via": via])
    }
}
