import HeraldLocks

/// The known members of a room at one moment (SDN sheet 5.6).
///
/// ```swift
/// let members = try await room.members()
/// for member in members.joinedMembers { print(members.memberName(member.userId), member.avatarUrl ?? "") }
/// ```
public struct MXRoomMembers: Sendable {
    private let events: [String: MXEvent]
    private let names: MemberNames

    init(events: [String: MXEvent], names: MemberNames = MemberNames()) {
        self.events = events
        self.names = names
    }

    /// All users with a member event, including those who are invited or no longer in the room.
    public var members: [MXRoomMember] { events.values.compactMap(MXRoomMember.init) }
    /// The joined members, in no particular order.
    public var joinedMembers: [MXRoomMember] { members(with: .join) }

    /// Returns the users with a membership, in no particular order.
    public func members(with membership: MXMembership) -> [MXRoomMember] {
        members.filter { $0.membership == membership }
    }

    /// Returns one member, including a user who is invited or no longer in the room; `nil` for a user without a known member event.
    public func member(withUserId userId: String) -> MXRoomMember? { events[userId].flatMap(MXRoomMember.init) }

    /// Returns the member who accepted an invitation that was sent to an address outside of the network. The token identifies the
    /// invitation.
    public func member(withThirdPartyInviteToken token: String) -> MXRoomMember? {
        members.first { $0.thirdPartyInviteToken == token }
    }

    /// Returns the name to show for a member. It is the display name, followed by the user ID when another joined or invited member has the
    /// same name or one that looks the same, or when the name misleads, as one that reads like a user ID does. Without a display
    /// name, it is the user ID. The first call reads all members. Later calls read them again only after a change.
    public func memberName(_ userId: String) -> String {
        guard let member = member(withUserId: userId), let name = member.displayname else { return userId }
        let bearers = names.bearers(of: NameLikeness.key(name), among: events)
        let isAmbiguous = bearers > (member.isPresent ? 1 : 0) || NameLikeness.misleads(name)
        return isAmbiguous ? "\(NameLikeness.withoutTurns(name)) (\(userId))" : name
    }

    /// Returns the name to sort by: in lower case, without a leading `@`.
    public func memberSortedName(_ userId: String) -> String {
        let name = memberName(userId).lowercased()
        return name.hasPrefix("@") ? String(name.dropFirst()) : name
    }
}

/// The number of joined and invited members with each name (``NameLikeness``), counted when it is first needed. Copies of a room
/// state share this object until the members of one copy change.
final class MemberNames: Sendable {
    private let counts = Mutex<[String: Int]?>(nil)

    func bearers(of key: String, among events: [String: MXEvent]) -> Int {
        counts.withLock { counts in
            if let counts { return counts[key] ?? 0 }
            var counted: [String: Int] = [:]
            for event in events.values {
                if let member = MXRoomMember(event), member.isPresent, let name = member.displayname {
                    counted[NameLikeness.key(name), default: 0] += 1
                }
            }
            counts = counted
            return counted[key] ?? 0
        }
    }
}
