import HeraldJSON

extension Endpoints {
    /// Reports an event to the node's operator.
    /// Matrix: [reportEvent](https://spec.matrix.org/v1.18/client-server-api/#post_matrixclientv3roomsroomidreporteventid).
    package static let reportEvent = Endpoint<ReportEventRequest, EmptyObject>(
        .post, .client(.r0), "rooms/{roomId}/report/{eventId}")
}

package struct ReportEventRequest: WireRequest, Hashable {
    package var event: RoomEventRequest
    /// The offensiveness of the event, from -100 (most offensive) to 0. Other numbers are kept unchanged.
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
