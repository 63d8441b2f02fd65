import HeraldJSON
import SDNWire

/// The facts that a room list shows of a room. They can be read without loading the room's state (SDN sheet 4.5, 5.6).
///
/// ```swift
/// for summary in session.joinedRooms.map(\.summary) where summary.notificationCount > 0 {
///     print(summary.displayName, summary.notificationCount, summary.lastMessage?.sender ?? "")
/// }
/// ```
public struct MXRoomSummary: Sendable, Hashable {
    /// The ID of the room.
    public let roomId: String
    /// The user's membership in the room.
    public package(set) var membership: MXMembership
    /// The other facts, in the form in which a store keeps them.
    public private(set) var details: JSONObject
    /// The newest message; `nil` when none is stored. Stores keep it with the events.
    public package(set) var lastMessage: MXEvent?
    /// The local echo that a room list shows in place of the last message. Stores do not keep it.
    package var pending: MXLatestEvent?

    /// Creates a summary from its stored form.
    /// - Parameters:
    ///   - roomId: the room.
    ///   - membership: the user's membership in it.
    ///   - details: the ``details`` of the stored summary.
    public init(roomId: String, membership: MXMembership, details: JSONObject = [:]) {
        self.roomId = roomId
        self.membership = membership
        self.details = details
    }

    private func text(_ key: String) -> String? { details[key]?.stringValue.flatMap { $0.isEmpty ? nil : $0 } }
    /// Returns a stored count, limited to the range from 0 to `Int32.max`. The limit applies on reading, because a wrong count may already
    /// be stored.
    private func members(_ key: String) -> Int { min(max(number(key) ?? 0, 0), Int(Int32.max)) }
    private func number(_ key: String) -> Int? { details[key]?.intValue.map(Int.init(clamping:)) }

    /// The room's own name; `nil` when it has none. ``displayName`` is never empty.
    public var name: String? { text("name") }
    /// The topic of the room.
    public var topic: String? { text("topic") }
    /// The avatar, an `mxc://` URL.
    public var avatar: String? { AvatarAddress.checked(text("avatar")) }
    /// The room's main alias, `#localpart:domain`.
    public var canonicalAlias: String? { text("canonical_alias") }
    /// The main alias and its alternatives.
    public var aliases: [String] {
        (canonicalAlias.map { [$0] } ?? [])
            + (details["alt_aliases"]?.arrayValue ?? []).compactMap(\.stringValue).filter { !$0.isEmpty }
    }
    /// The user who created the room.
    public var creatorUserId: String? { text("creator") }
    /// The room type, such as `m.space`; `nil` for an ordinary room.
    public var roomTypeString: String? { text("room_type") }
    /// The rule for who may enter; `nil` when the room has no rule or an unknown rule.
    public var joinRule: MXRoomJoinRule? { text("join_rule").flatMap(MXRoomJoinRule.init(identifier:)) }
    /// The part of the history that members may read; `nil` when the room does not say.
    public var historyVisibility: MXRoomHistoryVisibility? {
        text("history_visibility").flatMap(MXRoomHistoryVisibility.init(identifier:))
    }
    /// True when members encrypt the messages. It never becomes false again, except if only an invite or a knock said so and the room that the
    /// user then joins is not encrypted.
    public var isEncrypted: Bool { isEncryptedForGood || details["invited_encrypted"]?.boolValue ?? false }
    /// True when the room itself said that it is encrypted. Nothing makes it false again.
    package var isEncryptedForGood: Bool { details["is_encrypted"]?.boolValue ?? false }
    /// True when the room was replaced by another one.
    public var isObsolete: Bool { details["is_obsolete"]?.boolValue ?? false }
    /// The user who sent the invite; `nil` for a room without an invite.
    public var inviter: String? { text("inviter") }
    /// The number of members by the node's count. If the node has never sent a count, it is the number of member events that arrived.
    public var membersCount: MXRoomMembersCount {
        MXRoomMembersCount(joined: members("joined"), invited: members("invited"))
    }
    /// The number of unread events that notify the user, by the node's count.
    public var notificationCount: UInt {
        UInt(clamping: number("notifications") ?? 0) &+ sumOfThreads("notification_count")
    }
    /// The number of unread events that are highlighted, such as mentions, by the node's count.
    public var highlightCount: UInt { UInt(clamping: number("highlights") ?? 0) &+ sumOfThreads("highlight_count") }
    /// True when all members were loaded once. Syncs then keep the list complete.
    public var hasLoadedAllRoomMembers: Bool { details["has_all_members"]?.boolValue ?? false }

    package var askedAnew: Int64? { details[Detail.askedAnew.rawValue]?.intValue }

    /// The rules of the room's version. An unknown version has the nearest known rules.
    public var roomVersion: RoomVersion { RoomVersion.nearest(to: text("version")) }

    /// The name to show for the room: its own name, an alias, or the names of its other members (SDN sheet 5.6). When the other members have left,
    /// the name says so. An invite to a room without a name has the name of the inviter. The words come from ``MXStrings/localizer``.
    public var displayName: String { localizedName(in: MXStrings.localizer) }

    /// Returns ``displayName`` with the words of a localizer.
    public func localizedName(in words: some MXStringLocalizerProtocol) -> String {
        if let name = name ?? aliases.first { return name }
        let names = heroes.map(\.name)
        if membership == .invite, let inviter { return names.first ?? inviter }
        guard let first = names.first else { return words.emptyRoom }
        let isAlone = details["joined"] != nil && membersCount.members <= 1
        let others = max(membersCount.members - 1, names.count)
        let all =
            switch others {
            case 1: first
            case 2 where names.count == 2: words.twoMembers(first, names[1])
            default: words.moreThanTwoMembers(first, count: others - 1)
            }
        return isAlone ? words.allOtherMembersLeft(all) : all
    }

    /// A member after whom a room without a name is named.
    public struct Hero: Sendable, Hashable {
        /// The user ID, `@localpart:domain`.
        public let userId: String
        /// The display name, or else the user ID.
        public let name: String

        package init(userId: String, name: String) {
            self.userId = userId
            self.name = name
        }
    }

    /// The members after whom the room is named when it has neither name nor alias (SDN sheet 5.6).
    public package(set) var heroes: [Hero] {
        get {
            (details["heroes"]?.arrayValue ?? []).compactMap { hero in
                guard let userId = hero["user_id"]?.stringValue else { return nil }
                return Hero(userId: userId, name: hero["name"]?.stringValue ?? userId)
            }
        }
        set { details["heroes"] = .array(newValue.map { ["user_id": .string($0.userId), "name": .string($0.name)] }) }
    }

    package mutating func set(_ key: Detail, _ value: JSONValue?) { details[key.rawValue] = value }

    /// The details that do not come from state events.
    package enum Detail: String {
        case joined, invited, notifications, highlights, inviter, unread, threads, tags, active
        /// True when this device counts the members, because the node does not.
        case countsMembers = "counts_members"
        case hasAllMembers = "has_all_members"
        case hasMessages = "has_messages"
        /// The ID of the segment before which the history has to be requested again; see ``MXStoreReader/segmentAskedAnew(inRoom:)``.
        case askedAnew = "asked_anew"
        case markedUnread = "marked_unread"
        /// True when the user's mark came under its stable type.
        case hasStableMark = "has_stable_mark"
        case readMarker = "read_marker"
        case directUser = "direct_user"
        case invitedDirectly = "invited_directly"
        case spaceParents = "space_parents"
        case spaceChildren = "space_children"
        case inSpaces = "in_spaces"
    }

    /// Removes the details that came from state events. All state events are read again afterwards. A room stays encrypted, because encryption
    /// cannot be undone and a node must not end it by leaving the event out. What an invite said about encryption is removed, because the
    /// inviter's server may have invented it.
    package mutating func forgetState() {
        for key in MXRoomSummary.ofState { details[key] = nil }
    }
    private static let ofState = [
        "name", "canonical_alias", "alt_aliases", "topic", "avatar", "join_rule", "history_visibility", "is_obsolete",
        "replacement", "predecessor", "creator", "room_type", "version", "invited_encrypted",
        Detail.spaceParents.rawValue,
        Detail.spaceChildren.rawValue,
    ]

    /// Updates the details that a state event changes, such as the room's name.
    package mutating func apply(_ event: MXEvent) {
        guard event.stateKey == "" else { return apply(spaceRelation: event) }
        apply(event.type, event.content, sender: event.sender)
    }

    /// Updates the details for an event that is still part of a response. Most state events are member events. They change no details, so their
    /// content is not read.
    package mutating func apply(_ event: MXReceivedEvent) {
        if event.stateKey != "", event.type == "m.space.parent" || event.type == "m.space.child" {
            if let event = try? event.event() { apply(spaceRelation: event) }
            return
        }
        guard event.stateKey == "", MXRoomSummary.describingTypes.contains(event.type) else { return }
        apply(event.type, event.content?.value.objectValue ?? [:], sender: event.sender)
    }

    private static let describingTypes: Set<String> = [
        EventType.name, EventType.topic, EventType.avatar, EventType.canonicalAlias, EventType.joinRules,
        EventType.historyVisibility,
        EventType.encryption, EventType.tombstone, EventType.create,
    ]

    private mutating func apply(_ type: String, _ content: JSONObject, sender: String) {
        switch type {
        case EventType.name: details["name"] = content["name"]
        case EventType.topic: details["topic"] = content["topic"]
        case EventType.avatar: details["avatar"] = content["url"]
        case EventType.canonicalAlias:
            details["canonical_alias"] = content["alias"]
            details["alt_aliases"] = content["alt_aliases"]
        case EventType.joinRules: details["join_rule"] = content["join_rule"]
        case EventType.historyVisibility: details["history_visibility"] = content["history_visibility"]
        case EventType.encryption:
            let isOutside = membership == .invite || membership == .knock
            details[isOutside ? "invited_encrypted" : "is_encrypted"] = true
        case EventType.tombstone:
            details["is_obsolete"] = true
            details["replacement"] = content["replacement_room"]
        case EventType.create:
            details["creator"] = content["creator"] ?? .string(sender)
            details["room_type"] = content["type"]
            details["predecessor"] = content["predecessor"]?["room_id"]
            // A create event without a version means version 1.
            details["version"] = content["room_version"] ?? "1"
        default: break
        }
    }
}

extension MXRoomSummary {
    /// The time of the room's last activity, in milliseconds since 1970. It is the time of the last message. In a room without a message,
    /// it is the time of the newest event. For an invite, it is the time of arrival by this device's clock.
    public var lastActivity: UInt64 {
        lastMessage.map(\.originServerTs) ?? UInt64(clamping: details["active"]?.intValue ?? 0)
    }

    /// Records an invite as the room's last activity, at the time of its arrival.
    package mutating func noteInvite(at time: Timestamp) {
        set(.hasMessages, nil)
        set(.active, .int(time.milliseconds))
    }

    /// Records activity in the room.
    /// - Parameter isMessage: true for a message. Other events count only as long as there is no message.
    package mutating func noteActivity(at time: Timestamp, isMessage: Bool) {
        if !isMessage, details["has_messages"]?.boolValue ?? false { return }
        if isMessage { set(.hasMessages, true) }
        set(.active, .int(time.milliseconds))
    }
}
