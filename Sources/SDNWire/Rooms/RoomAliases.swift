import HeraldJSON

extension Endpoints {
    /// Returns the room ID of an alias.
    /// Matrix: [getRoomIdByAlias](https://spec.matrix.org/v1.18/client-server-api/#get_matrixclientv3directoryroomroomalias).
    package static let roomAlias = Endpoint<RoomAliasRequest, RoomAliasResponse>(
        .get, .client(.r0), "directory/room/{roomAlias}", access: .optional)
    /// Creates an alias of a room.
    /// Matrix: [setRoomAlias](https://spec.matrix.org/v1.18/client-server-api/#put_matrixclientv3directoryroomroomalias).
    package static let addRoomAlias = Endpoint<SetRoomAliasRequest, EmptyObject>(
        .put, .client(.r0), "directory/room/{roomAlias}")
    /// Deletes an alias of a room.
    /// Matrix: [deleteRoomAlias](https://spec.matrix.org/v1.18/client-server-api/#delete_matrixclientv3directoryroomroomalias).
    package static let removeRoomAlias = Endpoint<RoomAliasRequest, EmptyObject>(
        .delete, .client(.r0), "directory/room/{roomAlias}")
    /// Lists the aliases of a room.
    /// Matrix: [getLocalAliases](https://spec.matrix.org/v1.18/client-server-api/#get_matrixclientv3roomsroomidaliases).
    package static let roomAliases = Endpoint<RoomRequest, RoomAliasesResponse>(
        .get, .client(.r0), "rooms/{roomId}/aliases", history: .matrix(MatrixVersion(major: 0, minor: 6)))
    /// Returns a room's visibility in the public room list.
    /// Matrix: [getRoomVisibilityOnDirectory](https://spec.matrix.org/v1.18/client-server-api/#get_matrixclientv3directorylistroomroomid).
    package static let directoryVisibility = Endpoint<RoomRequest, DirectoryVisibilityResponse>(
        .get, .client(.r0), "directory/list/room/{roomId}", access: .optional)
    /// Adds a room to the public room list, or removes it.
    /// Matrix: [setRoomVisibilityOnDirectory](https://spec.matrix.org/v1.18/client-server-api/#put_matrixclientv3directorylistroomroomid).
    package static let setDirectoryVisibility = Endpoint<SetDirectoryVisibilityRequest, EmptyObject>(
        .put, .client(.r0), "directory/list/room/{roomId}")
}

package struct RoomAliasRequest: WireRequest, Hashable {
    package var alias: String
    package init(alias: String) { self.alias = alias }
    package init(parts: RequestParts) throws { self.alias = try parts.pathValue("roomAlias") }
    package func parts() -> RequestParts { RequestParts(path: ["roomAlias": alias]) }
}

package struct SetRoomAliasRequest: WireRequest, Hashable {
    package var alias: String
    package var roomID: String
    package init(alias: String, roomID: String) {
        self.alias = alias
        self.roomID = roomID
    }
    package init(parts: RequestParts) throws {
        self.alias = try parts.pathValue("roomAlias")
        self.roomID = try parts.object().string("room_id")
    }
    package func parts() -> RequestParts {
        RequestParts(path: ["roomAlias": alias], body: ["room_id": .string(roomID)])
    }
}

/// The response `{"room_id":…,"servers":[…]}`.
package struct RoomAliasResponse: WireObject, Hashable {
    package var roomID: String
    package var servers: [String]
    package init(roomID: String, servers: [String]) {
        self.roomID = roomID
        self.servers = servers
    }
    package init(json: JSONReader) throws {
        self.roomID = try json.string("room_id")
        self.servers = try json.optionalStrings("servers") ?? []
    }
    package var json: JSONValue { ["room_id": .string(roomID), "servers": .array(servers.map(JSONValue.string))] }
}

/// The response `{"aliases":[…]}`.
package struct RoomAliasesResponse: WireObject, Hashable {
    package var aliases: [String]
    package init(aliases: [String]) { self.aliases = aliases }
    package init(json: JSONReader) throws { self.aliases = try json.strings("aliases") }
    package var json: JSONValue { ["aliases": .array(aliases.map(JSONValue.string))] }
}

package struct SetDirectoryVisibilityRequest: WireRequest, Hashable {
    package var roomID: String
    package var isPublic: Bool
    package init(roomID: String, isPublic: Bool) {
        self.roomID = roomID
        self.isPublic = isPublic
    }
    package init(parts: RequestParts) throws {
        self.roomID = try parts.pathValue("roomId")
        switch try parts.object().optionalString("visibility") {
        case nil, "public": self.isPublic = true
        case "private": self.isPublic = false
        default: throw WireError(.invalid, field: "visibility", reason: "expected public or private")
        }
    }
    package func parts() -> RequestParts {
        RequestParts(path: ["roomId": roomID], body: ["visibility": .string(isPublic ? "public" : "private")])
    }
}

/// The response `{"visibility":"public"}` or `{"visibility":"private"}`.
package struct DirectoryVisibilityResponse: WireObject, Hashable {
    package var isPublic: Bool
    package init(isPublic: Bool) { self.isPublic = isPublic }
    package init(json: JSONReader) throws { self.isPublic = try json.string("visibility") == "public" }
    package var json: JSONValue { ["visibility": .string(isPublic ? "public" : "private")] }
}
