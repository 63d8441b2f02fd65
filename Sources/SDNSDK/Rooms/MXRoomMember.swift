import HeraldJSON

/// A member of a room, as one member event tells (SDN sheet 4.5).
public struct MXRoomMember: Sendable {
    /// `@localpart:domain`.
    public let userId: String
    /// The name in this room, not made unique; ``MXRoomMembers/memberName(_:)`` does that.
    public let displayname: String?
    /// An `mxc://` URL.
    public let avatarUrl: String?
    /// How the member stands to the room after this event.
    public let membership: MXMembership
    /// What the member was before this event; ``MXMembership/unknown`` when the event does not say.
    public let prevMembership: MXMembership
    /// Who made the change: the member, or who invited, kicked or banned.
    public let originUserId: String
    /// Of somebody invited by an address outside of the network, what ties this event to that invitation.
    public let thirdPartyInviteToken: String?
    /// The `m.room.member` event that this was read from.
    public let originalEvent: MXEvent

    /// - Returns: `nil` when this is no member event.
    public init?(_ event: MXEvent) {
        guard event.type == "m.room.member", let userId = event.stateKey else { return nil }
        let content = event.content
        self.userId = userId
        self.displayname = content["displayname"]?.stringValue.flatMap { $0.isEmpty ? nil : $0 }
        self.avatarUrl = content["avatar_url"]?.stringValue.flatMap { $0.isEmpty ? nil : $0 }
        self.membership = MXMembership(identifier: content["membership"]?.stringValue ?? "")
        self.prevMembership = MXMembership(identifier: event.prevContent?["membership"]?.stringValue ?? "")
        self.originUserId = event.sender
        self.thirdPartyInviteToken = content["third_party_invite"]?["signed"]?["token"]?.stringValue
        self.originalEvent = event
    }

    /// Joined or invited.
    public var isPresent: Bool { membership == .join || membership == .invite }
}
