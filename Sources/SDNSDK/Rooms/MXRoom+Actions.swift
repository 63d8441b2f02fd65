import HeraldJSON
import SDNWire

// What a user does to a room. Each call is done when the node has done it; the session learns of it by the next sync.
extension MXRoom {
    /// Sets a piece of the room's state. - Returns: the event's id.
    @discardableResult
    public func sendStateEvent(_ type: MXEventType, content: JSONObject, stateKey: String = "") async throws -> String {
        let request = SetStateRequest(roomID: roomId, type: type.identifier, stateKey: stateKey, content: .object(content))
        return try await mxSession.sdnRestClient.perform(Endpoints.setState, request).eventID
    }

    /// Names the room; an empty text takes the name away.
    /// - Throws: ``MXError/forbidden`` when the user's power level is too low.
    public func setName(_ name: String) async throws { try await sendStateEvent(.roomName, content: ["name": .string(name)]) }
    /// Says what the room is about; an empty text takes the topic away.
    public func setTopic(_ topic: String) async throws { try await sendStateEvent(.roomTopic, content: ["topic": .string(topic)]) }
    /// - Parameter url: an `mxc://` URL.
    public func setAvatar(url: String) async throws { try await sendStateEvent(.roomAvatar, content: ["url": .string(url)]) }
    /// Says who may enter the room.
    public func setJoinRule(_ rule: MXRoomJoinRule) async throws {
        try await sendStateEvent(.roomJoinRules, content: ["join_rule": .string(rule.identifier)])
    }
    /// Says from when on members may read the room's history.
    public func setHistoryVisibility(_ visibility: MXRoomHistoryVisibility) async throws {
        try await sendStateEvent(.roomHistoryVisibility, content: ["history_visibility": .string(visibility.identifier)])
    }
    /// Says whether guests may enter the room.
    public func setGuestAccess(_ access: MXRoomGuestAccess) async throws {
        try await sendStateEvent(.roomGuestAccess, content: ["guest_access": .string(access.identifier)])
    }

    /// Joins this room, for example after an invite, and waits until sync brings it.
    public func join() async throws { _ = try await mxSession.joinRoom(roomId) }
    /// Leaves this room, or refuses its invite, and waits until sync takes it off the list.
    public func leave() async throws { try await mxSession.leaveRoom(roomId) }

    /// Invites a user or, through an identity server, an address.
    public func invite(_ invitee: MXRoomInvitee) async throws { try await mxSession.sdnRestClient.invite(invitee, toRoom: roomId) }
    /// Takes a user out of the room, or an invite back.
    public func kickUser(_ userId: String, reason: String? = nil) async throws {
        try await mxSession.sdnRestClient.kickUser(userId, fromRoom: roomId, reason: reason)
    }
    /// Takes a user out and keeps the user out.
    public func banUser(_ userId: String, reason: String? = nil) async throws {
        try await mxSession.sdnRestClient.banUser(userId, fromRoom: roomId, reason: reason)
    }
    /// Lets a banned user in again, by invitation or by the join rule.
    /// - Throws: ``MXError`` when the user is not banned.
    public func unbanUser(_ userId: String) async throws { try await mxSession.sdnRestClient.unbanUser(userId, fromRoom: roomId) }
}
