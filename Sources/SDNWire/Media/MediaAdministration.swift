import HeraldJSON

/// The endpoints with which administrators quarantine files, as Synapse has them.
extension Endpoints {
    /// Quarantines a file. Nobody can download it any more, under this URI or another.
    package static let quarantineMedia = Endpoint<MediaRequest, EmptyObject>(
        .post, .bare, "_synapse/admin/v1/media/quarantine/{serverName}/{mediaId}", history: .server("Synapse"))
    /// Ends the quarantine of a file.
    package static let releaseMedia = Endpoint<MediaRequest, EmptyObject>(
        .post, .bare, "_synapse/admin/v1/media/unquarantine/{serverName}/{mediaId}", history: .server("Synapse"))
    /// Quarantines all files that the events of a room name.
    package static let quarantineMediaOfRoom = Endpoint<RoomMediaRequest, QuarantinedResponse>(
        .post, .bare, "_synapse/admin/v1/room/{roomId}/media/quarantine", history: .server("Synapse"))
    /// Quarantines all files that a user has uploaded.
    package static let quarantineMediaOfUser = Endpoint<UserMediaRequest, QuarantinedResponse>(
        .post, .bare, "_synapse/admin/v1/user/{userId}/media/quarantine", history: .server("Synapse"))
}

/// Names a room whose files are quarantined.
package struct RoomMediaRequest: WireRequest, Hashable {
    package var roomID: String
    package init(roomID: String) { self.roomID = roomID }
    package init(parts: RequestParts) throws { self.roomID = try parts.pathValue("roomId") }
    package func parts() -> RequestParts { RequestParts(path: ["roomId": roomID]) }
}

/// Names a user whose files are quarantined.
package struct UserMediaRequest: WireRequest, Hashable {
    package var userID: String
    package init(userID: String) { self.userID = userID }
    package init(parts: RequestParts) throws { self.userID = try parts.pathValue("userId") }
    package func parts() -> RequestParts { RequestParts(path: ["userId": userID]) }
}

/// The response `{"num_quarantined":…}`.
package struct QuarantinedResponse: WireObject, Hashable {
    /// The number of contents that were not quarantined before.
    package var count: Int64
    package init(count: Int64) { self.count = count }
    package init(json: JSONReader) throws { self.count = try json.int("num_quarantined") }
    package var json: JSONValue { ["num_quarantined": .int(count)] }
}
