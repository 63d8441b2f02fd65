import HeraldJSON

extension Endpoints {
    /// Returns a user's presence (SDN sheet 5.8).
    /// Matrix: [getPresence](https://spec.matrix.org/v1.18/client-server-api/#get_matrixclientv3presenceuseridstatus).
    package static let presence = Endpoint<PresenceRequest, PresenceResponse>(
        .get, .client(.r0), "presence/{userId}/status")
    /// Sets the caller's presence.
    /// Matrix: [setPresence](https://spec.matrix.org/v1.18/client-server-api/#put_matrixclientv3presenceuseridstatus).
    package static let setPresence = Endpoint<SetPresenceRequest, EmptyObject>(
        .put, .client(.r0), "presence/{userId}/status")
}

/// A user's presence state.
package enum PresenceState: String, Sendable, Hashable, CaseIterable {
    case online, unavailable, offline

    /// Reads a state from its string on the wire.
    /// - Throws: ``WireError`` naming `field` for any other text.
    package init(_ text: String, field: String) throws(WireError) {
        guard let state = PresenceState(rawValue: text) else {
            throw WireError(.invalid, field: field, reason: "expected online, unavailable or offline")
        }
        self = state
    }
}

package struct PresenceRequest: WireRequest, Hashable {
    package var userID: String
    package init(userID: String) { self.userID = userID }
    package init(parts: RequestParts) throws { self.userID = try parts.pathValue("userId") }
    package func parts() -> RequestParts { RequestParts(path: ["userId": userID]) }
}

package struct SetPresenceRequest: WireRequest, Hashable {
    package var userID: String
    package var presence: PresenceState
    /// The user's status message. `nil` clears it.
    package var statusMessage: String?

    package init(userID: String, presence: PresenceState, statusMessage: String? = nil) {
        self.userID = userID
        self.presence = presence
        self.statusMessage = statusMessage
    }
    package init(parts: RequestParts) throws {
        self.userID = try parts.pathValue("userId")
        let body = try parts.object()
        self.presence = try PresenceState(body.string("presence"), field: "presence")
        self.statusMessage = try body.optionalString("status_msg")
    }
    package func parts() -> RequestParts {
        var object: JSONObject = ["presence": .string(presence.rawValue)]
        object.set("status_msg", statusMessage)
        return RequestParts(path: ["userId": userID], body: .object(object))
    }
}

/// The content of an `m.presence` event and the response of the presence endpoint.
package struct PresenceResponse: WireObject, Hashable {
    /// The state as a string, because other servers have more states, such as `busy`.
    package var presence: String
    /// The time since the user's last activity.
    package var lastActiveAgo: Duration?
    package var isCurrentlyActive: Bool?
    package var statusMessage: String?

    package init(
        presence: String, lastActiveAgo: Duration? = nil, isCurrentlyActive: Bool? = nil, statusMessage: String? = nil
    ) {
        self.presence = presence
        self.lastActiveAgo = lastActiveAgo
        self.isCurrentlyActive = isCurrentlyActive
        self.statusMessage = statusMessage
    }
    package init(json: JSONReader) throws {
        self.presence = try json.string("presence")
        self.lastActiveAgo = try json.optionalInt("last_active_ago").map(Duration.milliseconds)
        self.isCurrentlyActive = try json.optionalBool("currently_active")
        self.statusMessage = try json.optionalString("status_msg")
    }
    package var json: JSONValue {
        var object: JSONObject = ["presence": .string(presence)]
        object.set("last_active_ago", lastActiveAgo?.milliseconds)
        object.set("currently_active", isCurrentlyActive)
        object.set("status_msg", statusMessage)
        return .object(object)
    }
}
