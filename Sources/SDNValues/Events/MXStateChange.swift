import HeraldJSON
import SDNWire

/// A change of a room's state, as an app describes it.
public enum MXStateChange: Sendable, Hashable {
    /// A user's membership changed. `displayname` is the user's name in the room.
    case membership(MXMembershipChange, userId: String, displayname: String?, reason: String?)
    /// A member's name or avatar changed. The values are those before and after. An avatar is an `mxc://` URL; any other is left out.
    case profile(userId: String, displayname: MXValueChange, avatarUrl: MXValueChange)
    /// The room was created.
    case roomCreate
    /// The room's name; `nil` when it was removed.
    case roomName(String?)
    /// The room's topic; `nil` when it was removed.
    case roomTopic(String?)
    /// The room's avatar, an `mxc://` URL; `nil` when it was removed or is another URL.
    case roomAvatar(String?)
    /// The room's main alias; `nil` when it was removed.
    case roomAlias(String?)
    /// The rule for who may join.
    case joinRule(MXRoomJoinRule?)
    /// The part of the history that users may read, such as `shared`.
    case historyVisibility(String?)
    /// True when guests may join.
    case guestAccess(isAllowed: Bool)
    /// Messages are encrypted from now on.
    case encryption
    /// The power levels of users that changed, by user ID; `nil` stands for the default level. Other levels may have changed too.
    case powerLevels(users: [String: MXLevelChange])
    /// The events that were pinned and unpinned.
    case pinnedEvents(added: [String], removed: [String])
    /// The room was replaced by another one.
    case tombstone(replacementRoomId: String?, body: String?)
    /// A room was added to or removed from a space.
    case spaceChild(roomId: String, isAdded: Bool)
    /// The room was added to or removed from a space.
    case spaceParent(roomId: String, isAdded: Bool)
    /// A person was invited by an address outside of the network; `nil` when the invitation was withdrawn.
    case thirdPartyInvite(displayname: String?)
    /// The list of servers that may take part changed.
    case serverACL
    /// A member began (`true`) or ended to share a live location.
    case liveLocation(isRunning: Bool)
    /// Any other state event.
    case other(type: String, stateKey: String)
}

/// A change of a user's membership.
public enum MXMembershipChange: Sendable, Hashable {
    /// The user joined, or left.
    case joined, left
    /// The user was invited, accepted or declined the invitation, or the invitation was withdrawn.
    case invited, invitationAccepted, invitationRejected, invitationRevoked
    /// The user was removed, banned, removed and banned, or is no longer banned.
    case kicked, banned, kickedAndBanned, unbanned
    /// The user asked to join, was let in, withdrew the request, or was refused.
    case knocked, knockAccepted, knockRetracted, knockDenied
    /// Nothing changed.
    case none
}

/// A value before and after a change; `nil` stands for no value.
public struct MXValueChange: Sendable, Hashable {
    /// The value before the change.
    public let old: String?
    /// The value after the change.
    public let new: String?
    /// True when the value changed.
    public var isChanged: Bool { old != new }
}

/// A power level before and after a change; `nil` stands for the default level.
public struct MXLevelChange: Sendable, Hashable {
    /// The level before the change.
    public let old: Int?
    /// The level after the change.
    public let new: Int?
}

extension MXStateChange {
    init(_ event: MXEvent, stateKey: String) {
        let content = event.content
        func text(_ member: String) -> String? { content[member]?.stringValue.flatMap { $0.isEmpty ? nil : $0 } }
        switch event.type {
        case EventType.member: self = Self.member(event, userId: stateKey)
        case EventType.create: self = .roomCreate
        case EventType.name: self = .roomName(text("name"))
        case EventType.topic: self = .roomTopic(text("topic"))
        case EventType.avatar: self = .roomAvatar(AvatarAddress.checked(text("url")))
        case EventType.canonicalAlias: self = .roomAlias(text("alias"))
        case EventType.joinRules: self = .joinRule(text("join_rule").flatMap(MXRoomJoinRule.init(identifier:)))
        case EventType.historyVisibility: self = .historyVisibility(text("history_visibility"))
        case EventType.guestAccess: self = .guestAccess(isAllowed: text("guest_access") == "can_join")
        case EventType.encryption: self = .encryption
        case EventType.powerLevels: self = .powerLevels(users: Self.levels(event))
        case "m.room.pinned_events":
            let ids = { (content: JSONObject?) in
                (content?["pinned"]?.arrayValue ?? []).compactMap(\.stringValue)
            }
            let (old, new) = (ids(event.prevContent), ids(content))
            let (before, after) = (Set(old), Set(new))
            self = .pinnedEvents(
                added: new.filter { !before.contains($0) }, removed: old.filter { !after.contains($0) })
        case EventType.tombstone:
            self = .tombstone(replacementRoomId: text("replacement_room"), body: text("body"))
        case "m.space.child", "m.space.parent":
            let isAdded = !(content["via"]?.arrayValue ?? []).isEmpty
            self =
                event.type == "m.space.child"
                ? .spaceChild(roomId: stateKey, isAdded: isAdded) : .spaceParent(roomId: stateKey, isAdded: isAdded)
        case EventType.thirdPartyInvite: self = .thirdPartyInvite(displayname: text("display_name"))
        case EventType.serverACL: self = .serverACL
        case _ where event.eventType == .beaconInfo:
            self = .liveLocation(isRunning: content["live"]?.boolValue ?? false)
        default: self = .other(type: event.type, stateKey: stateKey)
        }
    }

    private static func member(_ event: MXEvent, userId: String) -> MXStateChange {
        let (content, before) = (event.content, event.prevContent ?? [:])
        func text(_ object: JSONObject, _ member: String) -> String? {
            object[member]?.stringValue.flatMap { $0.isEmpty ? nil : $0 }
        }
        let change = membership(
            from: text(before, "membership"), to: text(content, "membership"), isOwn: event.sender == userId)
        if change == .none, text(content, "membership") == "join" {
            return .profile(
                userId: userId,
                displayname: MXValueChange(old: text(before, "displayname"), new: text(content, "displayname")),
                avatarUrl: MXValueChange(
                    old: AvatarAddress.checked(text(before, "avatar_url")),
                    new: AvatarAddress.checked(text(content, "avatar_url"))))
        }
        return .membership(
            change, userId: userId, displayname: text(content, "displayname") ?? text(before, "displayname"),
            reason: text(content, "reason"))
    }

    /// Returns the change as the table of the Matrix specification names it (`m.room.member`).
    private static func membership(from old: String?, to new: String?, isOwn: Bool) -> MXMembershipChange {
        switch (old ?? "leave", new ?? "leave") {
        case ("invite", "join"): .invitationAccepted
        case ("knock", "invite"): .knockAccepted
        case ("join", "join"), ("invite", "invite"), ("knock", "knock"), ("ban", "ban"), ("leave", "leave"): .none
        case (_, "join"): .joined
        case (_, "invite"): .invited
        case ("invite", "leave"): isOwn ? .invitationRejected : .invitationRevoked
        case ("knock", "leave"): isOwn ? .knockRetracted : .knockDenied
        case ("ban", "leave"): .unbanned
        case (_, "leave"): isOwn ? .left : .kicked
        case ("join", "ban"), ("invite", "ban"): .kickedAndBanned
        case (_, "ban"): .banned
        case (_, "knock"): .knocked
        default: .none
        }
    }

    private static func levels(_ event: MXEvent) -> [String: MXLevelChange] {
        func users(_ content: JSONObject?) -> [String: Int] {
            (content?["users"]?.objectValue?.dictionary ?? [:]).compactMapValues {
                ($0.intValue ?? $0.stringValue.flatMap { Int64($0) }).map(Int.init(clamping:))
            }
        }
        let (old, new) = (users(event.prevContent), users(event.content))
        var changes: [String: MXLevelChange] = [:]
        for user in Set(old.keys).union(new.keys) where old[user] != new[user] {
            changes[user] = MXLevelChange(old: old[user], new: new[user])
        }
        return changes
    }
}
