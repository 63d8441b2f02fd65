import HeraldJSON
import SDNValues
import SDNWire

/// Calls that other SendingNetwork SDKs have and the iOS SDK does not have (SDN sheet 2.2). On a plain Matrix homeserver, each call throws
/// ``MXError/unrecognized``.
extension MXRestClient {
    /// Dissolves a room by removing everybody. The caller's power level must be sufficient for that.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer,
    ///   and with code `roomIsEncrypted` when the room is encrypted and there is a reason, which the node and the members can read.
    public func dissolveRoom(_ roomId: String, reason: String? = nil) async throws {
        if reason != nil { try await requirePlainText(inRoom: roomId) }
        _ = try await perform(Endpoints.dissolveRoom, RoomActionRequest(roomId, reason: reason))
    }

    /// Withdraws an invitation.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer,
    ///   and with code `roomIsEncrypted` when the room is encrypted and there is a reason, which the node and the members can read.
    public func revokeInvitation(of userId: String, toRoom roomId: String, reason: String? = nil) async throws {
        if reason != nil { try await requirePlainText(inRoom: roomId) }
        _ = try await perform(
            Endpoints.revokeInvite, MemberActionRequest(roomID: roomId, userID: userId, reason: reason))
    }

    /// Returns the direct room with the user of a wallet. The node creates it when there is none.
    /// - Parameter address: `0x` and 40 hexadecimal digits, or `did:pkh:eip155:<chain>:0x…`.
    /// - Returns: the room's ID.
    /// - Throws: ``/SDNValues/MXError/notFound`` when nobody has logged in with the wallet.
    public func directRoom(withWallet address: String) async throws -> String {
        try await perform(Endpoints.roomByWallet, WalletRoomRequest(address: address)).roomID
    }

    /// Returns the IDs of the direct rooms that the user shares with another user, newest first.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func directRooms(withUserId userId: String) async throws -> [String] {
        try await perform(Endpoints.directRooms, ProfileRequest(userID: userId)).roomIDs
    }

    /// Returns the DIDs of users by user ID. Users without a DID are left out.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func dids(ofUsers userIds: [String]) async throws -> [String: String] {
        let content = try await perform(
            Endpoints.didsOfUsers, UserListRequest(userIDs: userIds), as: ObjectContent.self
        ).content
        var dids: [String: String] = [:]
        for (user, facts) in content { dids[user] = facts["did"]?.stringValue }
        return dids
    }

    /// Stores the user's progress in the app's introduction. The answer to a login returns it.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func setGuideStep(_ step: JSONValue) async throws {
        _ = try await perform(Endpoints.setGuideStep, GuideStepRequest(step: step))
    }
}
