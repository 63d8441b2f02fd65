import Foundation
import HeraldJSON
import SDNValues
import SDNWire

extension MXRestClient {
    /// Creates a room (SDN sheet 3.1).
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func createRoom(parameters: MXRoomCreationParameters) async throws -> MXCreateRoomResponse {
        MXCreateRoomResponse(
            roomId: try await perform(Endpoints.createRoom, try parameters.request(), retry: .ifNotSent).roomID)
    }

    /// Creates a room with a body that the app composed.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func createRoom(parameters: JSONObject) async throws -> MXCreateRoomResponse {
        let endpoint = Endpoints.createRoom.taking(BodyRequest.self)
        return MXCreateRoomResponse(
            roomId: try await perform(endpoint, BodyRequest(parameters), retry: .ifNotSent).roomID)
    }

    /// Creates a room with a name, a visibility, an alias and a topic, all of them optional.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func createRoom(
        name: String?, visibility: MXRoomDirectoryVisibility? = nil, roomAlias: String? = nil, topic: String? = nil
    ) async throws -> MXCreateRoomResponse {
        try await createRoom(
            parameters: MXRoomCreationParameters(name: name, visibility: visibility, roomAlias: roomAlias, topic: topic)
        )
    }

    /// Joins a room.
    /// - Parameters:
    ///   - roomIdOrAlias: a room ID, or an alias.
    ///   - viaServers: servers that know the room.
    /// - Returns: the room ID.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    @discardableResult
    public func joinRoom(_ roomIdOrAlias: String, viaServers: [String]? = nil) async throws -> String {
        try await perform(Endpoints.joinByIDOrAlias, RoomActionRequest(roomIdOrAlias, viaServers: viaServers ?? []))
            .roomID
    }

    /// Leaves a room, or declines an invitation.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func leaveRoom(_ roomId: String) async throws {
        _ = try await perform(Endpoints.leaveRoom, RoomActionRequest(roomId))
    }

    /// Removes a room that was left, with its history, from the user's rooms.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func forgetRoom(_ roomId: String) async throws {
        _ = try await perform(Endpoints.forgetRoom, RoomActionRequest(roomId))
    }

    /// Invites a user, or an address through the identity server.
    /// - Throws: ``/SDNValues/SDNSDKError`` with code `missingIdentityServer` when an address is invited and ``identityServer`` is not set.
    public func invite(_ invitee: MXRoomInvitee, toRoom roomId: String) async throws {
        switch invitee {
        case .userId(let userId):
            _ = try await perform(Endpoints.invite, MemberActionRequest(roomID: roomId, userID: userId))
        case .email(let address):
            try await invite(.thirdPartyId(MX3PID(medium: .email, address: address)), toRoom: roomId)
        case .thirdPartyId(let id):
            guard let server = identityServer.flatMap({ URL(string: $0)?.host ?? $0 }), !server.isEmpty else {
                throw SDNSDKError(
                    .missingIdentityServer, field: "identityServer", endpoint: Endpoints.inviteThirdParty.name,
                    reason: "an email address can be invited only through an identity server, so set one")
            }
            let request = ThirdPartyInviteRequest(
                roomID: roomId, identityServer: server, identityAccessToken: credentials.identityServerAccessToken,
                medium: id.medium.identifier, address: id.address)
            _ = try await perform(Endpoints.inviteThirdParty, request)
        }
    }

    /// Removes a member, or withdraws an invitation. The call sets the member's state event, as SendingNetwork's clients do (SDN sheet 3.2).
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer,
    ///   and with code `roomIsEncrypted` when the room is encrypted and there is a reason, which the node and the members can read.
    public func kickUser(_ userId: String, fromRoom roomId: String, reason: String? = nil) async throws {
        if reason != nil { try await requirePlainText(inRoom: roomId) }
        var content: JSONObject = ["membership": "leave"]
        content.set("reason", reason)
        _ = try await perform(
            Endpoints.setState,
            SetStateRequest(roomID: roomId, type: EventType.member, stateKey: userId, content: .object(content)))
    }

    /// Bans a user: removes the user and prevents a return.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer,
    ///   and with code `roomIsEncrypted` when the room is encrypted and there is a reason, which the node and the members can read.
    public func banUser(_ userId: String, fromRoom roomId: String, reason: String? = nil) async throws {
        if reason != nil { try await requirePlainText(inRoom: roomId) }
        _ = try await perform(Endpoints.ban, MemberActionRequest(roomID: roomId, userID: userId, reason: reason))
    }

    /// Ends the ban of a user, who may return by invitation or by the join rule.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func unbanUser(_ userId: String, fromRoom roomId: String) async throws {
        _ = try await perform(Endpoints.unban, MemberActionRequest(roomID: roomId, userID: userId))
    }

    /// Returns the IDs of the rooms that the user has joined.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func joinedRooms() async throws -> [String] {
        try await perform(Endpoints.joinedRooms, NoInput()).roomIDs
    }
}
