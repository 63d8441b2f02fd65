import HeraldJSON
import SDNWire

/// What other SendingNetwork SDKs have beside the iOS SDK (SDN sheet 2.2). On plain Matrix each throws ``MXError/unrecognized``.
extension MXRestClient {
    /// Ends a room for everyone; the caller's power must suffice to put everybody out.
    public func dissolveRoom(_ roomId: String, reason: String? = nil) async throws {
        _ = try await perform(Endpoints.dissolveRoom, RoomActionRequest(roomId, reason: reason))
    }

    /// Takes an invitation back.
    public func revokeInvitation(of userId: String, toRoom roomId: String, reason: String? = nil) async throws {
        _ = try await perform(Endpoints.revokeInvite, MemberActionRequest(roomID: roomId, userID: userId, reason: reason))
    }

    /// The direct room with the user of a wallet, made by the node when there is none.
    /// - Parameter address: `0x` and 40 hexadecimal digits, or `did:pkh:eip155:<chain>:0x…`.
    /// - Returns: the room's id.
    /// - Throws: ``MXError/notFound`` when nobody has logged in with the wallet.
    public func directRoom(withWallet address: String) async throws -> String {
        try await perform(Endpoints.roomByWallet, WalletRoomRequest(address: address)).roomID
    }

    /// The direct rooms that the user shares with another, the newest first.
    public func directRooms(withUserId userId: String) async throws -> [String] {
        try await perform(Endpoints.directRooms, ProfileRequest(userID: userId)).roomIDs
    }

    /// The DIDs of users by user id; users without one are left out.
    public func dids(ofUsers userIds: [String]) async throws -> [String: String] {
        let content = try await perform(Endpoints.didsOfUsers, UserListRequest(userIDs: userIds), as: ObjectContent.self).content
        var dids: [String: String] = [:]
        for (user, facts) in content { dids[user] = facts["did"]?.stringValue }
        return dids
    }

    /// Remembers how far the user's introduction to the app has come; a login tells it again.
    public func setGuideStep(_ step: JSONValue) async throws {
        _ = try await perform(Endpoints.setGuideStep, GuideStepRequest(step: step))
    }
}
