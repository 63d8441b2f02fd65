import HeraldJSON
import SDNValues
import SDNWire

extension MXRestClient {
    /// Makes an alias point to a room (SDN sheet 3.2).
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func addAlias(forRoom roomId: String, alias: String) async throws {
        _ = try await perform(Endpoints.addRoomAlias, SetRoomAliasRequest(alias: alias, roomID: roomId))
    }

    /// Removes an alias.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func removeRoomAlias(_ alias: String) async throws {
        _ = try await perform(Endpoints.removeRoomAlias, RoomAliasRequest(alias: alias))
    }

    /// Returns the room that an alias points to.
    /// - Throws: ``/SDNValues/MXError/notFound`` when it points to none.
    public func resolveRoomAlias(_ alias: String) async throws -> MXRoomAliasResolution {
        let answer = try await perform(Endpoints.roomAlias, RoomAliasRequest(alias: alias))
        return MXRoomAliasResolution(roomId: answer.roomID, servers: answer.servers)
    }

    /// Returns the aliases on this node that point to a room.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func aliases(ofRoom roomId: String) async throws -> [String] {
        try await perform(Endpoints.roomAliases, RoomRequest(roomID: roomId)).aliases
    }

    /// Sets a room's visibility in the public room list.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func setDirectoryVisibility(ofRoom roomId: String, directoryVisibility: MXRoomDirectoryVisibility)
        async throws
    {
        let request = SetDirectoryVisibilityRequest(roomID: roomId, isPublic: directoryVisibility == .public)
        _ = try await perform(Endpoints.setDirectoryVisibility, request)
    }

    /// Returns a room's visibility in the public room list.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func directoryVisibility(ofRoom roomId: String) async throws -> MXRoomDirectoryVisibility {
        try await perform(Endpoints.directoryVisibility, RoomRequest(roomID: roomId)).isPublic ? .public : .private
    }

    /// Returns the facts about a room that are visible without being a member.
    /// - Parameters:
    ///   - roomIdOrAlias: a room ID, or an alias.
    ///   - via: servers that know the room.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func roomSummary(with roomIdOrAlias: String, via: [String] = []) async throws -> MXPublicRoom {
        try await perform(Endpoints.roomSummary, RoomSummaryRequest(roomIdOrAlias, via: via), as: MXPublicRoom.self)
    }
}

/// The room that an alias points to (SDN sheet 3.2).
public struct MXRoomAliasResolution: Sendable, Hashable {
    /// The room's ID.
    public let roomId: String
    /// Servers that know the room.
    public let servers: [String]
}
