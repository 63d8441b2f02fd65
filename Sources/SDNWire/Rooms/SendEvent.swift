import HeraldJSON

extension Endpoints {
    /// Sends a message event. A repeated request with the same transaction ID does not send the event again (SDN sheet 7.5).
    /// Matrix: [sendMessage](https://spec.matrix.org/v1.18/client-server-api/#put_matrixclientv3roomsroomidsendeventtypetxnid).
    package static let sendEvent = Endpoint<SendEventRequest, EventIDResponse>(
        .put, .client(.r0), "rooms/{roomId}/send/{eventType}/{txnId}")
    /// Sets one state event.
    /// Matrix: [setRoomStateWithKey](https://spec.matrix.org/v1.18/client-server-api/#put_matrixclientv3roomsroomidstateeventtypestatekey).
    package static let setState = Endpoint<SetStateRequest, EventIDResponse>(
        .put, .client(.r0), "rooms/{roomId}/state/{eventType}/{stateKey}")
    /// Redacts an event.
    /// Matrix: [redactEvent](https://spec.matrix.org/v1.18/client-server-api/#put_matrixclientv3roomsroomidredacteventidtxnid).
    package static let redact = Endpoint<RedactRequest, EventIDResponse>(
        .put, .client(.r0), "rooms/{roomId}/redact/{eventId}/{txnId}")
    /// Redacts an event without a transaction ID, as SendingNetwork's own client does (SDN sheet 7.2). Matrix 1.18 has no such operation.
    package static let redactOnce = Endpoint<RedactRequest, EventIDResponse>(
        .post, .client(.r0), "rooms/{roomId}/redact/{eventId}", history: .matrix(.r0).deprecated(.since(.r0)))
}

/// Sends an event. `content` must be an object without floating-point numbers.
package struct SendEventRequest: WireRequest, Hashable {
    package var roomID: String
    package var type: String
    package var transactionID: String
    package var content: JSONValue

    package init(roomID: String, type: String, transactionID: String, content: JSONValue) {
        self.roomID = roomID
        self.type = type
        self.transactionID = transactionID
        self.content = content
    }
    package init(parts: RequestParts) throws {
        self.roomID = try parts.pathValue("roomId")
        self.type = try parts.pathValue("eventType")
        self.transactionID = try parts.pathValue("txnId")
        self.content = .object(try parts.content().value)
    }
    package func parts() -> RequestParts {
        RequestParts(path: ["roomId": roomID, "eventType": type, "txnId": transactionID], body: content)
    }
}

package struct SetStateRequest: WireRequest, Hashable {
    package var roomID: String
    package var type: String
    /// The state key. When it is empty, the path ends after the type.
    package var stateKey: String
    package var content: JSONValue

    package init(roomID: String, type: String, stateKey: String = "", content: JSONValue) {
        self.roomID = roomID
        self.type = type
        self.stateKey = stateKey
        self.content = content
    }
    package init(parts: RequestParts) throws {
        self.roomID = try parts.pathValue("roomId")
        self.type = try parts.pathValue("eventType")
        self.stateKey = parts.path["stateKey"] ?? ""
        self.content = .object(try parts.content().value)
    }
    package func parts() -> RequestParts {
        RequestParts(path: ["roomId": roomID, "eventType": type, "stateKey": stateKey], body: content)
    }
}

package struct RedactRequest: WireRequest, Hashable {
    package var roomID: String
    package var eventID: String
    /// The transaction ID. It is `nil` only with ``Endpoints/redactOnce``.
    package var transactionID: String?
    package var reason: String?
    /// The relation types of the events to redact together with this event (MSC3912). `withRelationsMember` names the member on the wire.
    package var withRelations: [String] = []
    package var withRelationsMember = "with_relations"

    package init(roomID: String, eventID: String, transactionID: String?, reason: String? = nil) {
        self.roomID = roomID
        self.eventID = eventID
        self.transactionID = transactionID
        self.reason = reason
    }
    package init(parts: RequestParts) throws {
        self.roomID = try parts.pathValue("roomId")
        self.eventID = try parts.pathValue("eventId")
        self.transactionID = parts.path["txnId"]
        let body = try parts.object()
        self.reason = try body.optionalString("reason")
        for member in ["with_relations", "org.sdn.msc3912.with_relations", "org.matrix.msc3912.with_relations"] {
            guard let kinds = try body.optionalStrings(member) else { continue }
            (self.withRelations, self.withRelationsMember) = (kinds, member)
            break
        }
    }
    package func parts() -> RequestParts {
        var object = JSONObject()
        object.set("reason", reason)
        if !withRelations.isEmpty { object.set(withRelationsMember, withRelations) }
        var path = ["roomId": roomID, "eventId": eventID]
        path["txnId"] = transactionID
        return RequestParts(path: path, body: .object(object))
    }
}

/// The response `{"event_id":…}`.
package struct EventIDResponse: WireObject, Hashable {
    package var eventID: String
    package init(eventID: String) { self.eventID = eventID }
    package init(json: JSONReader) throws { self.eventID = try json.string("event_id") }
    package var json: JSONValue { ["event_id": .string(eventID)] }
    // Every message has this answer.
    package func encoded() -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(eventID.utf8.count + 16)
        bytes.append(contentsOf: #"{"event_id":"#.utf8)
        JSONText.appendQuoted(eventID, to: &bytes)
        bytes.append(UInt8(ascii: "}"))
        return bytes
    }
}
