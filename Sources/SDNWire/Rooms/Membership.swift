import HeraldJSON

extension Endpoints {
    /// Joins a room by ID or alias.
    /// Matrix: [joinRoom](https://spec.matrix.org/v1.18/client-server-api/#post_matrixclientv3joinroomidoralias).
    package static let joinByIDOrAlias = Endpoint<RoomActionRequest, RoomIDResponse>(
        .post, .client(.r0), "join/{roomId}")
    /// Joins a room by its ID.
    /// Matrix: [joinRoomById](https://spec.matrix.org/v1.18/client-server-api/#post_matrixclientv3roomsroomidjoin).
    package static let joinRoom = Endpoint<RoomActionRequest, RoomIDResponse>(
        .post, .client(.r0), "rooms/{roomId}/join")
    /// Leaves a room, or declines an invitation to it.
    /// Matrix: [leaveRoom](https://spec.matrix.org/v1.18/client-server-api/#post_matrixclientv3roomsroomidleave).
    package static let leaveRoom = Endpoint<RoomActionRequest, EmptyObject>(.post, .client(.r0), "rooms/{roomId}/leave")
    /// Forgets a room that the caller has left. The caller can then no longer read its history.
    /// Matrix: [forgetRoom](https://spec.matrix.org/v1.18/client-server-api/#post_matrixclientv3roomsroomidforget).
    package static let forgetRoom = Endpoint<RoomActionRequest, EmptyObject>(
        .post, .client(.r0), "rooms/{roomId}/forget")
    /// Invites a user to a room.
    /// Matrix: [inviteUser](https://spec.matrix.org/v1.18/client-server-api/#post_matrixclientv3roomsroomidinvite).
    package static let invite = Endpoint<MemberActionRequest, EmptyObject>(.post, .client(.r0), "rooms/{roomId}/invite")
    /// Removes a member from a room.
    /// Matrix: [kick](https://spec.matrix.org/v1.18/client-server-api/#post_matrixclientv3roomsroomidkick).
    package static let kick = Endpoint<MemberActionRequest, EmptyObject>(.post, .client(.r0), "rooms/{roomId}/kick")
    /// Bans a user from a room.
    /// Matrix: [ban](https://spec.matrix.org/v1.18/client-server-api/#post_matrixclientv3roomsroomidban).
    package static let ban = Endpoint<MemberActionRequest, EmptyObject>(.post, .client(.r0), "rooms/{roomId}/ban")
    /// Lifts a user's ban from a room.
    /// Matrix: [unban](https://spec.matrix.org/v1.18/client-server-api/#post_matrixclientv3roomsroomidunban).
    package static let unban = Endpoint<MemberActionRequest, EmptyObject>(.post, .client(.r0), "rooms/{roomId}/unban")
    /// Lists the IDs of the rooms that the caller has joined.
    /// Matrix: [getJoinedRooms](https://spec.matrix.org/v1.18/client-server-api/#get_matrixclientv3joined_rooms).
    package static let joinedRooms = Endpoint<NoInput, JoinedRoomsResponse>(.get, .client(.r0), "joined_rooms")
    /// Asks for an invitation to a room, by room ID or alias.
    /// Matrix: [knockRoom](https://spec.matrix.org/v1.18/client-server-api/#post_matrixclientv3knockroomidoralias).
    package static let knock = Endpoint<RoomActionRequest, RoomIDResponse>(
        .post, .client(.r0), "knock/{roomId}", history: .matrix(.v1(1)))
}

/// An action of the caller on a room, such as join, leave or forget. The path holds a room ID, or an alias where the endpoint allows one.
package struct RoomActionRequest: WireRequest, Hashable {
    package var roomIDOrAlias: String
    package var reason: String?
    /// The servers to join through. Only joins use them.
    package var viaServers: [String]
    /// The other members of the body. A join adds them to the content of the member event.
    package var more: JSONObject
    package init(
        _ roomIDOrAlias: String, reason: String? = nil, viaServers: [String] = [], more: JSONObject = [:]
    ) {
        self.roomIDOrAlias = roomIDOrAlias
        self.reason = reason
        self.viaServers = viaServers
        self.more = more
    }
    package init(parts: RequestParts) throws {
        self.roomIDOrAlias = try parts.pathValue("roomId")
        let body = try parts.object()
        self.reason = try body.optionalString("reason")
        self.viaServers = parts.values(of: "server_name")
        var more = body.value
        for key in ["reason", "third_party_signed"] { more[key] = nil }
        self.more = more
    }
    package func parts() -> RequestParts {
        var object = more
        object.set("reason", reason)
        let lists = viaServers.isEmpty ? [:] : ["server_name": viaServers]
        return RequestParts(path: ["roomId": roomIDOrAlias], lists: lists, body: .object(object))
    }
}

/// An action on another user, such as invite, kick, ban or unban.
package struct MemberActionRequest: WireRequest, Hashable {
    package var roomID: String
    package var userID: String
    package var reason: String?

    package init(roomID: String, userID: String, reason: String? = nil) {
        self.roomID = roomID
        self.userID = userID
        self.reason = reason
    }
    package init(parts: RequestParts) throws {
        self.roomID = try parts.pathValue("roomId")
        let body = try parts.object()
        self.userID = try body.string("user_id")
        self.reason = try body.optionalString("reason")
    }
    package func parts() -> RequestParts {
        var object: JSONObject = ["user_id": .string(userID)]
        object.set("reason", reason)
        return RequestParts(path: ["roomId": roomID], body: .object(object))
    }
}

package struct JoinedRoomsResponse: WireObject, Hashable {
    package var roomIDs: [String]
    package init(roomIDs: [String]) { self.roomIDs = roomIDs }
    package init(json: JSONReader) throws { self.roomIDs = try json.strings("joined_rooms") }
    package var json: JSONValue { ["joined_rooms": .array(roomIDs.map(JSONValue.string))] }
}
