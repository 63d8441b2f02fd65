import HeraldJSON

extension Endpoints {
    /// Returns one event by its ID, without naming its room (SDN sheet 3.2).
    /// Matrix: [getOneEvent](https://spec.matrix.org/v1.18/client-server-api/#get_matrixclientv3eventseventid).
    package static let event = Endpoint<EventRequest, RawJSON>(
        .get, .client(.r0), "events/{eventId}", history: .matrix(.r0).deprecated(.since(.r0)))
    /// Returns a room's current state and its newest events.
    /// Matrix: [roomInitialSync](https://spec.matrix.org/v1.18/client-server-api/#get_matrixclientv3roomsroomidinitialsync).
    package static let roomInitialSync = Endpoint<RoomInitialSyncRequest, RawJSON>(
        .get, .client(.r0), "rooms/{roomId}/initialSync", history: .matrix(.r0).deprecated(.since(.r0)))
    /// Returns the event closest to a point in time.
    /// Matrix: [getEventByTimestamp](https://spec.matrix.org/v1.18/client-server-api/#get_matrixclientv1roomsroomidtimestamp_to_event).
    package static let eventAtTime = Endpoint<EventAtTimeRequest, EventAtTimeResponse>(
        .get, .client(.v1), "rooms/{roomId}/timestamp_to_event", history: .matrix(.v1(6)))
}

package struct EventRequest: WireRequest, Hashable {
    package var eventID: String
    package init(eventID: String) { self.eventID = eventID }
    package init(parts: RequestParts) throws { self.eventID = try parts.pathValue("eventId") }
    package func parts() -> RequestParts { RequestParts(path: ["eventId": eventID]) }
}

package struct RoomInitialSyncRequest: WireRequest, Hashable {
    package var roomID: String
    package var limit: Int?
    package init(roomID: String, limit: Int? = nil) {
        self.roomID = roomID
        self.limit = limit
    }
    package init(parts: RequestParts) throws {
        self.roomID = try parts.pathValue("roomId")
        self.limit = try parts.queryInt("limit")
    }
    package func parts() -> RequestParts {
        var query: [String: String] = [:]
        query["limit"] = limit.map(String.init)
        return RequestParts(path: ["roomId": roomID], query: query)
    }
}

package struct EventAtTimeRequest: WireRequest, Hashable {
    package var roomID: String
    /// The point in time from which the node searches.
    package var timestamp: Timestamp
    /// The search direction. `forwards` finds the first event at or after the point in time. `backwards` finds the last event at or before
    /// it.
    package var direction: MessagesDirection
    package init(roomID: String, timestamp: Timestamp, direction: MessagesDirection) {
        self.roomID = roomID
        self.timestamp = timestamp
        self.direction = direction
    }
    package init(parts: RequestParts) throws {
        self.roomID = try parts.pathValue("roomId")
        guard let timestamp = try parts.queryInt("ts") else {
            throw WireError(.missing, field: "ts", reason: "a time is needed")
        }
        self.timestamp = Timestamp(milliseconds: Int64(timestamp))
        guard let direction = MessagesDirection(rawValue: parts.query["dir"] ?? "f") else {
            throw WireError(.invalid, field: "dir", reason: "expected b or f")
        }
        self.direction = direction
    }
    package func parts() -> RequestParts {
        RequestParts(path: ["roomId": roomID], query: ["ts": timestamp.description, "dir": direction.rawValue])
    }
}

/// The response `{"event_id":…,"origin_server_ts":…}`.
package struct EventAtTimeResponse: WireObject, Hashable {
    package var eventID: String
    package var timestamp: Timestamp
    package init(eventID: String, timestamp: Timestamp) {
        self.eventID = eventID
        self.timestamp = timestamp
    }
    package init(json: JSONReader) throws {
        self.eventID = try json.string("event_id")
        self.timestamp = Timestamp(milliseconds: try json.int("origin_server_ts"))
    }
    package var json: JSONValue { ["event_id": .string(eventID), "origin_server_ts": .int(timestamp.milliseconds)] }
}
