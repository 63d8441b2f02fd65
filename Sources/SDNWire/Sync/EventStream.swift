import HeraldJSON

extension Endpoints {
    /// Returns the events after a token, in their order, of all of the caller's rooms or of one room. With a timeout, the node waits for an event.
    /// Matrix: [getEvents](https://spec.matrix.org/v1.18/client-server-api/#get_matrixclientv3events).
    /// Matrix: [peekEvents](https://spec.matrix.org/v1.18/client-server-api/#get_matrixclientv3events-1).
    package static let eventStream = Endpoint<EventStreamRequest, RawJSON>(
        .get, .client(.r0), "events", history: .matrix(.r0).deprecated(.since(.r0)))
    /// Returns all of the caller's rooms with their state and newest events.
    /// Matrix: [initialSync](https://spec.matrix.org/v1.18/client-server-api/#get_matrixclientv3initialsync).
    package static let initialSync = Endpoint<InitialSyncRequest, RawJSON>(
        .get, .client(.r0), "initialSync", history: .matrix(.r0).deprecated(.since(.r0)))
}

package struct EventStreamRequest: WireRequest, Hashable {
    /// The token from which the events are read; `nil` to read only new events.
    package var from: String?
    /// The only room to read; `nil` for all of the caller's rooms. The caller need not be a member if everyone may read the room.
    package var roomID: String?
    package var limit: Int?
    /// The longest time that the node may wait for an event.
    package var timeout: Duration

    package init(from: String? = nil, roomID: String? = nil, limit: Int? = nil, timeout: Duration = .zero) {
        self.from = from
        self.roomID = roomID
        self.limit = limit
        self.timeout = timeout
    }
    package init(parts: RequestParts) throws {
        self.from = parts.query["from"].flatMap { $0.isEmpty ? nil : $0 }
        self.roomID = parts.query["room_id"]
        self.limit = try parts.queryInt("limit")
        self.timeout = .milliseconds(try parts.queryInt("timeout") ?? 0)
    }
    package func parts() -> RequestParts {
        var query: [String: String] = ["timeout": String(timeout.milliseconds)]
        query["from"] = from
        query["room_id"] = roomID
        query["limit"] = limit.map(String.init)
        return RequestParts(query: query)
    }
}

package struct InitialSyncRequest: WireRequest, Hashable {
    /// The most events of each room.
    package var limit: Int?
    /// True to include the rooms that the caller has left.
    package var includesLeft: Bool

    package init(limit: Int? = nil, includesLeft: Bool = false) {
        self.limit = limit
        self.includesLeft = includesLeft
    }
    package init(parts: RequestParts) throws {
        self.limit = try parts.queryInt("limit")
        self.includesLeft = try parts.queryBool("archived") ?? false
    }
    package func parts() -> RequestParts {
        var query: [String: String] = [:]
        query["limit"] = limit.map(String.init)
        if includesLeft { query["archived"] = "true" }
        return RequestParts(query: query)
    }
}
