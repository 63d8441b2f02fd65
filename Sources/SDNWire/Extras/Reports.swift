import HeraldJSON

extension Endpoints {
    /// Tells the node's operator of an event.
    /// Matrix: [reportEvent](https://spec.matrix.org/v1.18/client-server-api/#post_matrixclientv3roomsroomidreporteventid).
    package static let reportEvent = Endpoint<ReportEventRequest, EmptyObject>(.post, .client(.r0), "rooms/{roomId}/report/{eventId}")
}

package struct ReportEventRequest: WireRequest, Hashable {
    package var event: RoomEventRequest
    /// From -100, most offensive, to 0; other numbers are kept as they are.
    package var score: Int64?
    package var reason: String?

    package init(event: RoomEventRequest, score: Int64?, reason: String?) {
        self.event = event
        self.score = score
        self.reason = reason
    }
    package init(parts: RequestParts) throws {
        let body = try parts.object()
        self.event = try RoomEventRequest(parts: parts)
        self.score = try body.optionalInt("score")
        self.reason = try body.optionalString("reason")
    }
    package func parts() -> RequestParts {
        var object = JSONObject()
        object.set("score", score)
        object.set("reason", reason)
        return RequestParts(path: event.parts().path, body: .object(object))
    }
}
