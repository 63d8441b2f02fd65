import HeraldJSON
import SDNClient
import SDNValues
import SDNWire

// The actions of a user on a room. Each call returns when the node has answered. The session sees the change with the next sync.
extension MXRoom {
    /// Sends a state event to the room.
    /// - Returns: the event's ID.
    /// - Throws: ``/SDNValues/MXError/forbidden`` when the user's power level is too low.
    @discardableResult
    public func sendStateEvent(_ type: MXEventType, content: JSONObject, stateKey: String = "") async throws -> String {
        let request = SetStateRequest(
            roomID: roomId, type: type.identifier, stateKey: stateKey, content: .object(content))
        return try await mxSession.sdnRestClient.perform(Endpoints.setState, request).eventID
    }

    /// Sets the name of the room. An empty string removes it.
    /// - Throws: ``/SDNValues/MXError/forbidden`` when the user's power level is too low.
    public func setName(_ name: String) async throws {
        try await sendStateEvent(.roomName, content: ["name": .string(name)])
    }
    /// Sets the topic of the room. An empty string removes it.
    /// - Throws: ``/SDNValues/MXError/forbidden`` when the user's power level is too low.
    public func setTopic(_ topic: String) async throws {
        try await sendStateEvent(.roomTopic, content: ["topic": .string(topic)])
    }
    /// Sets the avatar of the room.
    /// - Parameter url: an `mxc://` URL.
    /// - Throws: ``/SDNValues/MXError/forbidden`` when the user's power level is too low.
    public func setAvatar(url: String) async throws {
        try await sendStateEvent(.roomAvatar, content: ["url": .string(url)])
    }
    /// Sets the rule for who may enter the room.
    /// - Throws: ``/SDNValues/MXError/forbidden`` when the user's power level is too low.
    public func setJoinRule(_ rule: MXRoomJoinRule) async throws {
        try await sendStateEvent(.roomJoinRules, content: ["join_rule": .string(rule.identifier)])
    }
    /// Sets the part of the room's history that members may read.
    /// - Throws: ``/SDNValues/MXError/forbidden`` when the user's power level is too low.
    public func setHistoryVisibility(_ visibility: MXRoomHistoryVisibility) async throws {
        try await sendStateEvent(
            .roomHistoryVisibility, content: ["history_visibility": .string(visibility.identifier)])
    }
    /// Sets whether guests may enter the room.
    /// - Throws: ``/SDNValues/MXError/forbidden`` when the user's power level is too low.
    public func setGuestAccess(_ access: MXRoomGuestAccess) async throws {
        try await sendStateEvent(.roomGuestAccess, content: ["guest_access": .string(access.identifier)])
    }

    /// Joins this room, for example after an invite, and waits until sync brings it.
    /// - Throws: the errors of ``MXSession/joinRoom(_:viaServers:withSignUrl:)``.
    public func join() async throws { _ = try await mxSession.joinRoom(roomId) }
    /// Leaves this room, or declines its invite, and waits until sync removes it from the list.
    /// - Throws: the errors of ``MXSession/leaveRoom(_:)``.
    public func leave() async throws { try await mxSession.leaveRoom(roomId) }

    /// Invites a user or, through an identity server, an address.
    /// - Throws: the errors of ``/SDNClient/MXRestClient/invite(_:toRoom:)``.
    public func invite(_ invitee: MXRoomInvitee) async throws {
        try await mxSession.sdnRestClient.invite(invitee, toRoom: roomId)
    }
    /// Removes a user from the room, or withdraws an invite.
    /// - Throws: ``/SDNValues/MXError/forbidden`` when the user's power level is too low; ``/SDNValues/SDNSDKError`` with code `roomIsEncrypted`
    ///   when the room is encrypted and there is a reason, which everyone could read.
    public func kickUser(_ userId: String, reason: String? = nil) async throws {
        try await sendReason(reason) { try await $0.kickUser(userId, fromRoom: roomId, reason: reason) }
    }
    /// Bans a user: removes the user and prevents a return.
    /// - Throws: ``/SDNValues/MXError/forbidden`` when the user's power level is too low; ``/SDNValues/SDNSDKError`` with code `roomIsEncrypted`
    ///   when the room is encrypted and there is a reason, which everyone could read.
    public func banUser(_ userId: String, reason: String? = nil) async throws {
        try await sendReason(reason) { try await $0.banUser(userId, fromRoom: roomId, reason: reason) }
    }
    /// Ends the ban of a user, who may return by invitation or by the join rule.
    /// - Throws: ``/SDNValues/MXError`` when the user is not banned.
    public func unbanUser(_ userId: String) async throws {
        try await mxSession.sdnRestClient.unbanUser(userId, fromRoom: roomId)
    }
}
