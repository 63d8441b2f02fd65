/// The members of a room at one moment, as far as they are known (SDN sheet 5.6).
public struct MXRoomMembers: Sendable {
    private let events: [String: MXEvent]

    init(events: [String: MXEvent]) { self.events = events }

    /// Everyone with a member event: joined, invited, gone.
    public var members: [MXRoomMember] { events.values.compactMap(MXRoomMember.init) }
    /// Everyone who has joined, in no particular order.
    public var joinedMembers: [MXRoomMember] { members(with: .join) }

    /// Everyone who stands to the room in one way, in no particular order.
    public func members(with membership: MXMembership) -> [MXRoomMember] { members.filter { $0.membership == membership } }

    /// One member, whether joined, invited or gone; `nil` for a user without a known member event.
    public func member(withUserId userId: String) -> MXRoomMember? { events[userId].flatMap(MXRoomMember.init) }

    /// What to call a member: the display name, with the user id behind it when another joined or invited member has the same one,
    /// or the user id alone. Looks at every member.
    public func memberName(_ userId: String) -> String {
        guard let name = member(withUserId: userId)?.displayname else { return userId }
        let isShared = events.contains { key, event in
            key != userId && MXRoomMember(event).map { $0.isPresent && $0.displayname == name } ?? false
        }
        return isShared ? "\(name) (\(userId))" : name
    }

    /// The name to sort by: lower case, without a leading `@`.
    public func memberSortedName(_ userId: String) -> String {
        let name = memberName(userId).lowercased()
        return name.hasPrefix("@") ? String(name.dropFirst()) : name
    }
}
