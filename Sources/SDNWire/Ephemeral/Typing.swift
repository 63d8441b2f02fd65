import HeraldJSON

extension Endpoints {
    /// Tells the room that the caller is typing, or has stopped (SDN sheet 5.8).
    /// Matrix: [setTyping](https://spec.matrix.org/v1.18/client-server-api/#put_matrixclientv3roomsroomidtypinguserid).
    package static let typing = Endpoint<TypingRequest, EmptyObject>(
        .put, .client(.r0), "rooms/{roomId}/typing/{userId}")
}

package struct TypingRequest: WireRequest, Hashable {
    package var roomID: String
    package var userID: String
    package var isTyping: Bool
    /// The time after which the notice ends if it is not repeated. `nil` leaves the choice to the node.
    package var timeout: Duration?

    package init(roomID: String, userID: String, isTyping: Bool, timeout: Duration? = nil) {
        self.roomID = roomID
        self.userID = userID
        self.isTyping = isTyping
        self.timeout = timeout
    }
    package init(parts: RequestParts) throws {
        self.roomID = try parts.pathValue("roomId")
        self.userID = try parts.pathValue("userId")
        let body = try parts.object()
        self.isTyping = try body.bool("typing")
        self.timeout = try body.optionalInt("timeout").map(Duration.milliseconds)
        if let timeout, timeout < .zero {
            throw WireError(.invalid, field: "timeout", reason: "expected 0 milliseconds or more")
        }
    }
    package func parts() -> RequestParts {
        var object: JSONObject = ["typing": .bool(isTyping)]
        object.set("timeout", timeout?.milliseconds)
        return RequestParts(path: ["roomId": roomID, "userId": userID], body: .object(object))
    }
}
