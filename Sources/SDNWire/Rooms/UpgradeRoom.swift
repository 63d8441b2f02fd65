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
    package init(roomID: String, newVersion: String) {
        self.roomID = roomID
        self.newVersion = newVersion
    }
    package init(parts: RequestParts) throws {
        self.roomID = try parts.pathValue("roomId")
        self.newVersion = try parts.object().string("new_version")
    }
    package func parts() -> RequestParts {
        RequestParts(path: ["roomId": roomID], body: ["new_version": .string(newVersion)])
    }
}

/// The response `{"replacement_room":…}`.
package struct ReplacementRoomResponse: WireObject, Hashable {
    package var roomID: String
    package init(roomID: String) { self.roomID = roomID }
    package init(json: JSONReader) throws { self.roomID = try json.string("replacement_room") }
    package var json: JSONValue { ["replacement_room": .string(roomID)] }
}
