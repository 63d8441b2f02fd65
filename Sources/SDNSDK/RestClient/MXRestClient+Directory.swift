import HeraldJSON
import SDNWire

extension MXRestClient {
    /// Makes an alias lead to a room. SDN sheet 3.2.
    public func addAlias(forRoom roomId: String, alias: String) async throws {
        _ = try await perform(Endpoints.addRoomAlias, SetRoomAliasRequest(alias: alias, roomID: roomId))
    }

    /// Takes an alias away.
    public func removeRoomAlias(_ alias: String) async throws {
        _ = try await perform(Endpoints.removeRoomAlias, RoomAliasRequest(alias: alias))
    }

    /// The room that an alias leads to.
    /// - Throws: ``MXError/notFound`` when it leads to none.
    public func resolveRoomAlias(_ alias: String) async throws -> MXRoomAliasResolution {
        let answer = try await perform(Endpoints.roomAlias, RoomAliasRequest(alias: alias))
        return MXRoomAliasResolution(roomId: answer.roomID, servers: answer.servers)
    }

    /// The aliases that lead to a room on this node.
    public func aliases(ofRoom roomId: String) async throws -> [String] {
        try await perform(Endpoints.roomAliases, RoomRequest(roomID: roomId)).aliases
    }

    /// Says whether the public list shows a room.
    public func setDirectoryVisibility(ofRoom roomId: String, directoryVisibility: MXRoomDirectoryVisibility) async throws {
        let request = SetDirectoryVisibilityRequest(roomID: roomId, isPublic: directoryVisibility == .public)
        _ = try await perform(Endpoints.setDirectoryVisibility, request)
    }

    /// Whether the public list shows a room.
    public func directoryVisibility(ofRoom roomId: String) async throws -> MXRoomDirectoryVisibility {
        try await perform(Endpoints.directoryVisibility, RoomRequest(roomID: roomId)).isPublic ? .public : .private
    }

    /// What can be known of a room without being in it.
    /// - Parameters:
    ///   - roomIdOrAlias: a room id, or an alias.
    ///   - via: servers that know the room.
    public func roomSummary(with roomIdOrAlias: String, via: [String] = []) async throws -> MXPublicRoom {
        try await perform(Endpoints.roomSummary, RoomSummaryRequest(roomIdOrAlias, via: via), as: MXPublicRoom.self)
    }
}

/// Where an alias leads (SDN sheet 3.2).
public struct MXRoomAliasResolution: Sendable, Hashable {
    /// The room's id.
    public let roomId: String
    /// Servers that know the room.
    public let servers: [String]
}
