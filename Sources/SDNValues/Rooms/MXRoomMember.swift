import HeraldJSON

/// A member of a room, read from one member event (SDN sheet 4.5).
public struct MXRoomMember: Sendable {
    /// The user ID, `@localpart:domain`.
    public let userId: String
    /// The member's name in this room. Several members may have the same name. ``MXRoomMembers/memberName(_:)`` returns a name that distinguishes
    /// them.
    public let displayname: String?
    /// The avatar, an `mxc://` URL.
    public let avatarUrl: String?
    /// The membership after this event.
    public let membership: MXMembership
    /// The membership before this event; ``MXMembership/unknown`` when the event does not say.
    public let prevMembership: MXMembership
    /// The user who made the change: the member, or another user who invited, kicked or banned the member.
    public let originUserId: String
    /// The token that connects this event with an invitation to an address outside of the network.
    public let thirdPartyInviteToken: String?
    /// The `m.room.member` event from which this member was read.
    public let originalEvent: MXEvent

    /// Reads a member event; `nil` for any other event.
    public init?(_ event: MXEvent) {
        guard event.type == "m.room.member", let userId = event.stateKey else { return nil }
        let content = event.content
        self.userId = userId
        self.displayname = content["displayname"]?.stringValue.flatMap { $0.isEmpty ? nil : $0 }
        self.avatarUrl = AvatarAddress.checked(content["avatar_url"]?.stringValue)
        self.membership = MXMembership(identifier: content["membership"]?.stringValue ?? "")
        self.prevMembership = MXMembership(identifier: event.prevContent?["membership"]?.stringValue ?? "")
        self.originUserId = event.sender
        self.thirdPartyInviteToken = content["third_party_invite"]?["signed"]?["token"]?.stringValue
        self.originalEvent = event
    }

    /// True for a joined or invited member.
    public var isPresent: Bool { membership == .join || membership == .invite }
}
