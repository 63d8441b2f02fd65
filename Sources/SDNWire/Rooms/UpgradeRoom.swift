import HeraldJSON

extension Endpoints {
    /// Replaces a room by a new room that has another room version.
    /// Matrix: [upgradeRoom](https://spec.matrix.org/v1.18/client-server-api/#post_matrixclientv3roomsroomidupgrade).
    package static let upgradeRoom = Endpoint<UpgradeRoomRequest, ReplacementRoomResponse>(
        .post, .client(.r0), "rooms/{roomId}/upgrade", limit: .byHandler)
}

package struct UpgradeRoomRequest: WireRequest, Hashable {
    package var roomID: String
    package var newVersion: String
    /// The users who are to be creators of the new room besides the caller. They have a meaning from room version 12 on.
    package var additionalCreators: [String]
    package init(roomID: String, newVersion: String, additionalCreators: [String] = []) {
        self.roomID = roomID
        self.newVersion = newVersion
        self.additionalCreators = additionalCreators
    }
    package init(parts: RequestParts) throws {
        self.roomID = try parts.pathValue("roomId")
        let body = try parts.object()
        self.newVersion = try body.string("new_version")
        self.additionalCreators = try body.optionalStrings("additional_creators") ?? []
    }
    package func parts() -> RequestParts {
        var object: JSONObject = ["new_version": .string(newVersion)]
        if !additionalCreators.isEmpty { object.set("additional_creators", additionalCreators) }
        return RequestParts(path: ["roomId": roomID], body: .object(object))
    }
}

/// The response `{"replacement_room":…}`.
package struct ReplacementRoomResponse: WireObject, Hashable {
    package var roomID: String
    package init(roomID: String) { self.roomID = roomID }
    package init(json: JSONReader) throws { self.roomID = try json.string("replacement_room") }
    package var json: JSONValue { ["replacement_room": .string(roomID)] }
}
