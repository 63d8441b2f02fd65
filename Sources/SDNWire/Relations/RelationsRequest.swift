import HeraldJSON

extension Endpoints {
    /// Lists the events that relate to an event: `{"chunk":[…],"next_batch"?,"prev_batch"?}` (SDN sheet 7.2).
    /// Matrix: [getRelatingEvents](https://spec.matrix.org/v1.18/client-server-api/#get_matrixclientv1roomsroomidrelationseventid).
    package static let relations = Endpoint<RelationsRequest, RawJSON>(
        .get, .client(.unstable), "rooms/{roomId}/relations/{eventId}", history: .matrix(.v1(3)),
        variants: [EndpointVariant(.client(.v1), "rooms/{roomId}/relations/{eventId}", since: .v1(3))])
    /// Lists the related events of one relation type.
    /// Matrix: [getRelatingEventsWithRelType](https://spec.matrix.org/v1.18/client-server-api/#get_matrixclientv1roomsroomidrelationseventidreltype).
    package static let relationsOfKind = Endpoint<RelationsRequest, RawJSON>(
        .get, .client(.unstable), "rooms/{roomId}/relations/{eventId}/{relType}", history: .matrix(.v1(3)),
        variants: [EndpointVariant(.client(.v1), "rooms/{roomId}/relations/{eventId}/{relType}", since: .v1(3))])
    /// Lists the related events of one relation type and one event type.
    /// Matrix: [getRelatingEventsWithRelTypeAndEventType](https://spec.matrix.org/v1.18/client-server-api/#get_matrixclientv1roomsroomidrelationseventidreltypeeventtype).
    package static let relationsOfType = Endpoint<RelationsRequest, RawJSON>(
        .get, .client(.unstable), "rooms/{roomId}/relations/{eventId}/{relType}/{eventType}", history: .matrix(.v1(3)),
        variants: [
            EndpointVariant(.client(.v1), "rooms/{roomId}/relations/{eventId}/{relType}/{eventType}", since: .v1(3))
        ])
}

/// A request to ``Endpoints/relations``, ``Endpoints/relationsOfKind`` or ``Endpoints/relationsOfType``. The values that are set select the
/// endpoint. An event type requires a relation type.
package struct RelationsRequest: WireRequest, Hashable {
    package var roomID: String
    package var eventID: String
    package var relationType: String?
    package var eventType: String?
    package var from: String?
    package var to: String?
    package var direction: MessagesDirection
    package var limit: Int?
    /// True to include events that relate to the related events.
    package var recurse: Bool

    package init(
        roomID: String, eventID: String, relationType: String? = nil, eventType: String? = nil, from: String? = nil,
        to: String? = nil,
        direction: MessagesDirection = .backwards, limit: Int? = nil, recurse: Bool = false
    ) {
        self.roomID = roomID
        self.eventID = eventID
        self.relationType = relationType
        self.eventType = eventType
        self.from = from
        self.to = to
        self.direction = direction
        self.limit = limit
        self.recurse = recurse
    }

    package init(parts: RequestParts) throws {
        self.roomID = try parts.pathValue("roomId")
        self.eventID = try parts.pathValue("eventId")
        self.relationType = parts.path["relType"]
        self.eventType = parts.path["eventType"]
        self.from = parts.query["from"].flatMap { $0.isEmpty ? nil : $0 }
        self.to = parts.query["to"].flatMap { $0.isEmpty ? nil : $0 }
        guard let direction = MessagesDirection(rawValue: parts.query["dir"] ?? "b") else {
            throw WireError(.invalid, field: "dir", reason: "expected b or f")
        }
        self.direction = direction
        self.limit = try parts.queryInt("limit")
        self.recurse = try parts.queryBool("recurse") ?? false
    }

    package func parts() -> RequestParts {
        var path = ["roomId": roomID, "eventId": eventID]
        path["relType"] = relationType
        path["eventType"] = eventType
        var query: [String: String] = [:]
        query["from"] = from
        query["to"] = to
        if direction == .forwards { query["dir"] = direction.rawValue }
        query["limit"] = limit.map(String.init)
        if recurse { query["recurse"] = "true" }
        return RequestParts(path: path, query: query)
    }
}
