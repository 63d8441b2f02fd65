import HeraldJSON

extension Endpoints {
    /// Sends a message event without a transaction ID, as clients older than Matrix r0 do. A repeated request sends the event again. Matrix 1.18 has
    /// no such operation.
    package static let sendEventOnce = Endpoint<SendOnceRequest, EventIDResponse>(
        .post, .client(.r0), "rooms/{roomId}/send/{eventType}", history: .matrix(.r0).deprecated(.since(.r0)))
}

/// Sends an event without a transaction ID.
package struct SendOnceRequest: WireRequest, Hashable {
    package var roomID: String
    package var type: String
    package var content: JSONValue

    package init(roomID: String, type: String, content: JSONValue) {
        self.roomID = roomID
        self.type = type
        self.content = content
    }
    package init(parts: RequestParts) throws {
        self.roomID = try parts.pathValue("roomId")
        self.type = try parts.pathValue("eventType")
        self.content = .object(try parts.content().value)
    }
    package func parts() -> RequestParts {
        RequestParts(path: ["roomId": roomID, "eventType": type], body: content)
    }
}
