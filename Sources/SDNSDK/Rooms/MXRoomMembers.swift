import Synchronization

/// The members of a room at one moment, as far as they are known (SDN sheet 5.6).
public struct MXRoomMembers: Sendable {
    private let events: [String: MXEvent]
    private let names: MemberNames

    init(events: [String: MXEvent], names: MemberNames = MemberNames()) {
        self.events = events
        self.names = names
    }

    /// Everyone with a member event: joined, invited, gone.
    public var members: [MXRoomMember] { events.values.compactMap(MXRoomMember.init) }
    /// Everyone who has joined, in no particular order.
    public var joinedMembers: [MXRoomMember] { members(with: .join) }

    /// Everyone who stands to the room in one way, in no particular order.
    public func members(with membership: MXMembership) -> [MXRoomMember] { members.filter { $0.membership == membership } }

    /// One member, whether joined, invited or gone; `nil` for a user without a known member event.
    public func member(withUserId userId: String) -> MXRoomMember? { events[userId].flatMap(MXRoomMember.init) }

    /// The member who took up the invitation to an address that has this token.
    public func member(withThirdPartyInviteToken token: String) -> MXRoomMember? { members.first { $0.thirdPartyInviteToken == token } }

    /// What to call a member: the display name, with the user id behind it when another joined or invited member has the same one,
    /// or the user id alone. Looks at every member the first time, and again only when members have changed.
    public func memberName(_ userId: String) -> String {
        guard let member = member(withUserId: userId), let name = member.displayname else { return userId }
        let bearers = names.bearers(of: name, among: events)
        return bearers > (member.isPresent ? 1 : 0) ? "\(name) (\(userId))" : name
    }

    /// The name to sort by: lower case, without a leading `@`.
    public func memberSortedName(_ userId: String) -> String {
        let name = memberName(userId).lowercased()
        return name.hasPrefix("@") ? String(name.dropFirst()) : name
    }
}

/// How many joined and invited members have each name; counted when it is first asked for. Shared by the copies of a state, until the
/// members of one change.
final class MemberNames: Sendable {
    private let counts = Mutex<[String: Int]?>(nil)

    func bearers(of name: String, among events: [String: MXEvent]) -> Int {
        counts.withLock { counts in
            if let counts { return counts[name] ?? 0 }
            var counted: [String: Int] = [:]
            for event in events.values {
                if let member = MXRoomMember(event), member.isPresent, let name = member.displayname { counted[name, default: 0] += 1 }
            }
            counts = counted
            return counted[name] ?? 0
        }
    }
}
