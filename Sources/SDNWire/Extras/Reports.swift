import HeraldJSON

extension Endpoints {
    /// Reports an event to the node's operator.
    /// Matrix: [reportEvent](https://spec.matrix.org/v1.18/client-server-api/#post_matrixclientv3roomsroomidreporteventid).
    package static let reportEvent = Endpoint<ReportEventRequest, EmptyObject>(
        .post, .client(.r0), "rooms/{roomId}/report/{eventId}")

    /// Reports a room to the node's operator.
    /// Matrix: [reportRoom](https://spec.matrix.org/v1.18/client-server-api/#post_matrixclientv3roomsroomidreport).
    package static let reportRoom = Endpoint<ReportRoomRequest, EmptyObject>(
        .post, .client(.v3), "rooms/{roomId}/report", history: .matrix(.v1(13)))

    /// Reports a user to the node's operator.
    /// Matrix: [reportUser](https://spec.matrix.org/v1.18/client-server-api/#post_matrixclientv3usersuseridreport).
    package static let reportUser = Endpoint<ReportUserRequest, EmptyObject>(
        .post, .client(.v3), "users/{userId}/report", history: .matrix(.v1(14)))
}

package struct ReportRoomRequest: WireRequest, Hashable {
    package var roomID: String
    package var reason: String?

    package init(roomID: String, reason: String?) {
        self.roomID = roomID
        self.reason = reason
    }
    package init(parts: RequestParts) throws {
        self.roomID = try parts.pathValue("roomId")
        self.reason = try parts.object().optionalString("reason")
    }
    package func parts() -> RequestParts {
        var object = JSONObject()
        object.set("reason", reason)
        return RequestParts(path: ["roomId": roomID], body: .object(object))
    }
}

package struct ReportUserRequest: WireRequest, Hashable {
    package var userID: String
    package var reason: String?

    package init(userID: String, reason: String?) {
        self.userID = userID
        self.reason = reason
    }
    package init(parts: RequestParts) throws {
        self.userID = try parts.pathValue("userId")
        self.reason = try parts.object().optionalString("reason")
    }
    package func parts() -> RequestParts {
        var object = JSONObject()
        object.set("reason", reason)
        return RequestParts(path: ["userId": userID], body: .object(object))
    }
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
