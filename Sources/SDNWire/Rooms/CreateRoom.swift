import HeraldJSON

extension Endpoints {
    /// Creates a room.
    /// Matrix: [createRoom](https://spec.matrix.org/v1.18/client-server-api/#post_matrixclientv3createroom).
    package static let createRoom = Endpoint<CreateRoomRequest, RoomIDResponse>(
        .post, .client(.r0), "createRoom", limit: .byHandler)
}

/// The body of `createRoom` (SDN sheet 7.5). The node chooses the values of absent members.
package struct CreateRoomRequest: WireRequest, Hashable {
    package struct InitialState: Sendable, Hashable {
        package var type: String
        package var stateKey: String
        package var content: JSONValue
        package init(type: String, stateKey: String = "", content: JSONValue) {
            self.type = type
            self.stateKey = stateKey
            self.content = content
        }
    }

    package var visibility: String?
    package var roomAliasName: String?
    package var name: String?
    package var topic: String?
    package var invite: [String] = []
    /// True if the request also invites email addresses or telephone numbers. They are not read, because a node refuses them, and because an
    /// identity server's token comes with each.
    package var invitesAddresses = false
    package var roomVersion: String?
    package var creationContent: JSONObject?
    package var initialState: [InitialState] = []
    /// The bundle of settings: `private_chat`, `trusted_private_chat` or `public_chat`.
    package var preset: String?
    package var isDirect: Bool?
    package var powerLevelContentOverride: JSONObject?

    package init(
        name: String? = nil, topic: String? = nil, preset: String? = nil, visibility: String? = nil,
        invite: [String] = []
    ) {
        self.name = name
        self.topic = topic
        self.preset = preset
        self.visibility = visibility
        self.invite = invite
    }

    package init(parts: RequestParts) throws {
        let body = try parts.object()
        self.visibility = try body.optionalString("visibility")
        self.roomAliasName = try body.optionalString("room_alias_name")
        self.name = try body.optionalString("name")
        self.topic = try body.optionalString("topic")
        self.invite = try body.optionalStrings("invite") ?? []
        self.invitesAddresses = try body.optionalArray("invite_3pid")?.isEmpty == false
        self.roomVersion = try body.optionalString("room_version")
        self.creationContent = try body.optionalObject("creation_content")?.value
        self.initialState = try (body.optionalArray("initial_state") ?? []).enumerated().map { index, item in
            let item = try JSONReader(item, path: "initial_state[\(index)]")
            return InitialState(
                type: try item.string("type"), stateKey: try item.optionalString("state_key") ?? "",
                content: .object(try item.object("content").value))
        }
        self.preset = try body.optionalString("preset")
        self.isDirect = try body.optionalBool("is_direct")
        self.powerLevelContentOverride = try body.optionalObject("power_level_content_override")?.value
    }

    package func parts() -> RequestParts {
        var object = JSONObject()
        object.set("visibility", visibility)
        object.set("room_alias_name", roomAliasName)
        object.set("name", name)
        object.set("topic", topic)
        if !invite.isEmpty { object.set("invite", invite) }
        if invitesAddresses { object["invite_3pid"] = .array([.object([:])]) }
        object.set("room_version", roomVersion)
        object.set("creation_content", creationContent.map(JSONValue.object))
        if !initialState.isEmpty {
            object["initial_state"] = .array(
                initialState.map {
                    ["type": .string($0.type), "state_key": .string($0.stateKey), "content": $0.content]
                })
        }
        object.set("preset", preset)
        object.set("is_direct", isDirect)
        object.set("power_level_content_override", powerLevelContentOverride.map(JSONValue.object))
        return RequestParts(body: .object(object))
    }
}

/// The response `{"room_id":…}`.
package struct RoomIDResponse: WireObject, Hashable {
    package var roomID: String
    package init(roomID: String) { self.roomID = roomID }
    package init(json: JSONReader) throws { self.roomID = try json.string("room_id") }
    package var json: JSONValue { ["room_id": .string(roomID)] }
}
