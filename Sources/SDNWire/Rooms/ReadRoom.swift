import HeraldJSON

extension Endpoints {
    /// Returns a room's whole current state as an array of events.
    /// Matrix: [getRoomState](https://spec.matrix.org/v1.18/client-server-api/#get_matrixclientv3roomsroomidstate).
    package static let roomState = Endpoint<RoomRequest, RawJSON>(.get, .client(.r0), "rooms/{roomId}/state")
    /// Returns the content of one state event.
    /// Matrix: [getRoomStateWithKey](https://spec.matrix.org/v1.18/client-server-api/#get_matrixclientv3roomsroomidstateeventtypestatekey).
    package static let stateContent = Endpoint<StateContentRequest, RawJSON>(
        .get, .client(.r0), "rooms/{roomId}/state/{eventType}/{stateKey}")
    /// Lists the membership events of a room: `{"chunk":[…]}`.
    /// Matrix: [getMembersByRoom](https://spec.matrix.org/v1.18/client-server-api/#get_matrixclientv3roomsroomidmembers).
    package static let members = Endpoint<MembersRequest, RawJSON>(.get, .client(.r0), "rooms/{roomId}/members")
    /// Lists the joined members: `{"joined":{user:{display_name,avatar_url}}}`.
    /// Matrix: [getJoinedMembersByRoom](https://spec.matrix.org/v1.18/client-server-api/#get_matrixclientv3roomsroomidjoined_members).
    package static let joinedMembers = Endpoint<RoomRequest, RawJSON>(
        .get, .client(.r0), "rooms/{roomId}/joined_members")
    /// Returns one page of a room's history.
    /// Matrix: [getRoomEvents](https://spec.matrix.org/v1.18/client-server-api/#get_matrixclientv3roomsroomidmessages).
    package static let messages = Endpoint<MessagesRequest, RawJSON>(.get, .client(.r0), "rooms/{roomId}/messages")
    /// Returns one event of a room.
    /// Matrix: [getOneRoomEvent](https://spec.matrix.org/v1.18/client-server-api/#get_matrixclientv3roomsroomideventeventid).
    package static let roomEvent = Endpoint<RoomEventRequest, RawJSON>(
        .get, .client(.r0), "rooms/{roomId}/event/{eventId}")
    /// Returns an event together with the events before and after it.
    /// Matrix: [getEventContext](https://spec.matrix.org/v1.18/client-server-api/#get_matrixclientv3roomsroomidcontexteventid).
    package static let eventContext = Endpoint<EventContextRequest, RawJSON>(
        .get, .client(.r0), "rooms/{roomId}/context/{eventId}")
    /// Lists the public rooms.
    /// Matrix: [getPublicRooms](https://spec.matrix.org/v1.18/client-server-api/#get_matrixclientv3publicrooms).
    package static let publicRooms = Endpoint<PublicRoomsRequest, RawJSON>(
        .get, .client(.r0), "publicRooms", access: .optional)
    /// Searches the public rooms.
    /// Matrix: [queryPublicRooms](https://spec.matrix.org/v1.18/client-server-api/#post_matrixclientv3publicrooms).
    package static let searchPublicRooms = Endpoint<PublicRoomsRequest, RawJSON>(
        .post, .client(.r0), "publicRooms", access: .optional, limit: .reads)
}

package struct RoomRequest: WireRequest, Hashable {
    package var roomID: String
    package init(roomID: String) { self.roomID = roomID }
    package init(parts: RequestParts) throws { self.roomID = try parts.pathValue("roomId") }
    package func parts() -> RequestParts { RequestParts(path: ["roomId": roomID]) }
}

package struct StateContentRequest: WireRequest, Hashable {
    /// The form of the response: only the content, or the whole event.
    package enum Format: String, Sendable, Hashable {
        case content, event
    }

    package var roomID: String
    package var type: String
    package var stateKey: String
    package var format: Format
    package init(roomID: String, type: String, stateKey: String = "", format: Format = .content) {
        self.roomID = roomID
        self.type = type
        self.stateKey = stateKey
        self.format = format
    }
    package init(parts: RequestParts) throws {
        self.roomID = try parts.pathValue("roomId")
        self.type = try parts.pathValue("eventType")
        self.stateKey = parts.path["stateKey"] ?? ""
        guard let format = Format(rawValue: parts.query["format"] ?? "content") else {
            throw WireError(.invalid, field: "format", reason: "expected content or event")
        }
        self.format = format
    }
    package func parts() -> RequestParts {
        RequestParts(
            path: ["roomId": roomID, "eventType": type, "stateKey": stateKey],
            query: format == .content ? [:] : ["format": format.rawValue])
    }
}

package struct MembersRequest: WireRequest, Hashable {
    package var roomID: String
    /// A sync token. The node lists the members at the time of this token.
    package var at: String?
    package var membership: String?
    package var notMembership: String?
    package init(roomID: String, at: String? = nil, membership: String? = nil, notMembership: String? = nil) {
        self.roomID = roomID
        self.at = at
        self.membership = membership
        self.notMembership = notMembership
    }
    package init(parts: RequestParts) throws {
        self.roomID = try parts.pathValue("roomId")
        self.at = parts.query["at"]
        self.membership = parts.query["membership"]
        self.notMembership = parts.query["not_membership"]
    }
    package func parts() -> RequestParts {
        var query: [String: String] = [:]
        query["at"] = at
        query["membership"] = membership
        query["not_membership"] = notMembership
        return RequestParts(path: ["roomId": roomID], query: query)
    }
}

/// The direction of a page of history.
package enum MessagesDirection: String, Sendable, Hashable {
    /// Newest first.
    case backwards = "b"
    /// Oldest first.
    case forwards = "f"
}

package struct MessagesRequest: WireRequest, Hashable {
    package var roomID: String
    /// The token at which the page starts. Without a token, a page starts at the newest event backwards or at the oldest event forwards.
    /// The token `END` counts as absent (SDN sheet 7.4).
    package var from: String?
    package var to: String?
    /// The direction, which every request must have. `nil` if the request has none: the node refuses such a request once it knows that the caller
    /// may read the room.
    package var direction: MessagesDirection?
    package var limit: Int?
    /// A filter as a JSON string.
    package var filter: String?

    package init(
        roomID: String, from: String?, to: String? = nil, direction: MessagesDirection, limit: Int? = nil,
        filter: String? = nil
    ) {
        self.roomID = roomID
        self.from = from
        self.to = to
        self.direction = direction
        self.limit = limit
        self.filter = filter
    }
    package init(parts: RequestParts) throws {
        self.roomID = try parts.pathValue("roomId")
        self.from = parts.query["from"].flatMap { $0.isEmpty || $0 == "END" ? nil : $0 }
        self.to = parts.query["to"].flatMap { $0.isEmpty ? nil : $0 }
        self.direction = try parts.query["dir"].map { text in
            guard let direction = MessagesDirection(rawValue: text) else {
                throw WireError(.invalid, field: "dir", reason: "expected b or f")
            }
            return direction
        }
        self.limit = try parts.queryInt("limit")
        self.filter = parts.query["filter"]
    }
    package func parts() -> RequestParts {
        var query: [String: String] = [:]
        query["dir"] = direction?.rawValue
        query["from"] = from
        query["to"] = to
        query["limit"] = limit.map(String.init)
        query["filter"] = filter
        return RequestParts(path: ["roomId": roomID], query: query)
    }
}

package struct RoomEventRequest: WireRequest, Hashable {
    package var roomID: String
    package var eventID: String
    package init(roomID: String, eventID: String) {
        self.roomID = roomID
        self.eventID = eventID
    }
    package init(parts: RequestParts) throws {
        self.roomID = try parts.pathValue("roomId")
        self.eventID = try parts.pathValue("eventId")
    }
    package func parts() -> RequestParts { RequestParts(path: ["roomId": roomID, "eventId": eventID]) }
}

package struct EventContextRequest: WireRequest, Hashable {
    package var roomID: String
    package var eventID: String
    package var limit: Int?
    package var filter: String?
    package init(roomID: String, eventID: String, limit: Int? = nil, filter: String? = nil) {
        self.roomID = roomID
        self.eventID = eventID
        self.limit = limit
        self.filter = filter
    }
    package init(parts: RequestParts) throws {
        self.roomID = try parts.pathValue("roomId")
        self.eventID = try parts.pathValue("eventId")
        self.limit = try parts.queryInt("limit")
        self.filter = parts.query["filter"]
    }
    package func parts() -> RequestParts {
        var query: [String: String] = [:]
        query["limit"] = limit.map(String.init)
        query["filter"] = filter
        return RequestParts(path: ["roomId": roomID, "eventId": eventID], query: query)
    }
}
