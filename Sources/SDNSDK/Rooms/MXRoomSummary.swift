import HeraldJSON
import SDNWire

/// What a room list shows of a room, readable without loading the room's state (SDN sheet 4.5, 5.6).
public struct MXRoomSummary: Sendable, Hashable {
    /// The room that this sums up.
    public let roomId: String
    /// How the user stands to the room.
    public internal(set) var membership: MXMembership
    /// Everything below, as a store keeps it.
    public private(set) var details: JSONObject
    /// The newest message; `nil` when none is stored. Stores keep it with the events.
    public internal(set) var lastMessage: MXEvent?

    /// A summary as a store kept it.
    /// - Parameters:
    ///   - roomId: the room.
    ///   - membership: how the user stands to it.
    ///   - details: ``details`` of the summary that was stored.
    public init(roomId: String, membership: MXMembership, details: JSONObject = [:]) {
        self.roomId = roomId
        self.membership = membership
        self.details = details
    }

    private func text(_ key: String) -> String? { details[key]?.stringValue.flatMap { $0.isEmpty ? nil : $0 } }
    /// Clamped here and not where it is written, so that a count that is stored already does no harm either.
    private func members(_ key: String) -> Int { min(max(number(key) ?? 0, 0), Int(Int32.max)) }
    private func number(_ key: String) -> Int? { details[key]?.intValue.map(Int.init(clamping:)) }

    /// What the room calls itself; `nil` when it has no name. ``displayName`` always has something to show.
    public var name: String? { text("name") }
    /// What the room is about.
    public var topic: String? { text("topic") }
    /// An `mxc://` URL.
    public var avatar: String? { text("avatar") }
    /// The alias that the room shows, `#localpart:domain`.
    public var canonicalAlias: String? { text("canonical_alias") }
    /// The canonical alias and its alternatives.
    public var aliases: [String] {
        (canonicalAlias.map { [$0] } ?? []) + (details["alt_aliases"]?.arrayValue ?? []).compactMap(\.stringValue).filter { !$0.isEmpty }
    }
    /// The user who made the room.
    public var creatorUserId: String? { text("creator") }
    /// The room's kind, such as `m.space`; `nil` for a plain room.
    public var roomTypeString: String? { text("room_type") }
    /// Who may enter; `nil` when the room does not say, or says something not known here.
    public var joinRule: MXRoomJoinRule? { text("join_rule").flatMap(MXRoomJoinRule.init(identifier:)) }
    /// From when on members may read the history; `nil` when the room does not say.
    public var historyVisibility: MXRoomHistoryVisibility? { text("history_visibility").flatMap(MXRoomHistoryVisibility.init(identifier:)) }
    /// Whether members are to encrypt what they send.
    public var isEncrypted: Bool { details["is_encrypted"]?.boolValue ?? false }
    /// Whether the room was replaced by another one.
    public var isObsolete: Bool { details["is_obsolete"]?.boolValue ?? false }
    /// Of an invite: who sent it.
    public var inviter: String? { text("inviter") }
    /// How many members the room has, by the node's count; by the member events that came, when the node has never counted.
    public var membersCount: MXRoomMembersCount { MXRoomMembersCount(joined: members("joined"), invited: members("invited")) }
    /// How many unread events notify the user, by the node's count.
    public var notificationCount: UInt { UInt(clamping: number("notifications") ?? 0) }
    /// How many unread events do so with emphasis, such as mentions, by the node's count.
    public var highlightCount: UInt { UInt(clamping: number("highlights") ?? 0) }
    /// Whether every member was loaded once, so that syncs keep the list complete.
    public var hasLoadedAllRoomMembers: Bool { details["has_all_members"]?.boolValue ?? false }

    var askedAnew: Int64? { details[Detail.askedAnew.rawValue]?.intValue }

    /// The rules of the room's version; the nearest known ones for a version that is not known.
    public var roomVersion: RoomVersion { RoomVersion.nearest(to: text("version")) }

    /// What to call the room: its name, an alias, or the members it is with (SDN sheet 5.6). When the others have gone it says so.
    public var displayName: String {
        if let name = name ?? aliases.first { return name }
        let names = heroes.map(\.name)
        guard let first = names.first else { return "Empty room" }
        let isAlone = details["joined"] != nil && membersCount.members <= 1
        let others = max(membersCount.members - 1, names.count)
        let suffix = isAlone ? " (left)" : ""
        switch others {
        case 1: return first + suffix
        case 2 where names.count == 2: return "\(first) and \(names[1])" + suffix
        default: return "\(first) and \(others - 1) \(others == 2 ? "other" : "others")" + suffix
        }
    }

    /// Members that stand for a room without a name.
    public struct Hero: Sendable, Hashable {
        /// `@localpart:domain`.
        public let userId: String
        /// The display name, or else the user id.
        public let name: String
    }

    /// The members to name the room after when it has neither name nor alias (SDN sheet 5.6).
    public internal(set) var heroes: [Hero] {
        get {
            (details["heroes"]?.arrayValue ?? []).compactMap { hero in
                guard let userId = hero["user_id"]?.stringValue else { return nil }
                return Hero(userId: userId, name: hero["name"]?.stringValue ?? userId)
            }
        }
        set { details["heroes"] = .array(newValue.map { ["user_id": .string($0.userId), "name": .string($0.name)] }) }
    }

    mutating func set(_ key: Detail, _ value: JSONValue?) { details[key.rawValue] = value }

    /// The details that are set from outside of state events.
    enum Detail: String {
        case joined, invited, notifications, highlights, inviter, unread, threads, tags, active
        /// Set when the members were counted here, because the node does not.
        case countsMembers = "counts_members"
        case hasAllMembers = "has_all_members"
        case hasMessages = "has_messages"
        /// The segment of ``MXStoreReader/segmentAskedAnew(inRoom:)``.
        case askedAnew = "asked_anew"
        case markedUnread = "marked_unread"
        case readMarker = "read_marker"
        case directUser = "direct_user"
        case invitedDirectly = "invited_directly"
        case spaceParents = "space_parents"
        case spaceChildren = "space_children"
        case inSpaces = "in_spaces"
    }

    /// Forgets what state events said, because all of them come anew.
    mutating func forgetState() {
        for key in MXRoomSummary.ofState { details[key] = nil }
    }
    private static let ofState = [
        "name", "canonical_alias", "alt_aliases", "topic", "avatar", "join_rule", "history_visibility", "is_encrypted", "is_obsolete",
        "replacement", "predecessor", "creator", "room_type", "version", Detail.spaceParents.rawValue, Detail.spaceChildren.rawValue,
    ]

    /// Takes over what a state event says about the room as a whole.
    mutating func apply(_ event: MXEvent) {
        guard event.stateKey == "" else { return apply(spaceRelation: event) }
        apply(event.type, event.content, sender: event.sender)
    }

    /// The same in place: most state events, those of members, say nothing here and cost nothing.
    mutating func apply(_ event: MXReceivedEvent) {
        if event.stateKey != "", event.type == "m.space.parent" || event.type == "m.space.child" {
            if let event = try? event.event() { apply(spaceRelation: event) }
            return
        }
        guard event.stateKey == "", MXRoomSummary.describingTypes.contains(event.type) else { return }
        apply(event.type, event.content?.value.objectValue ?? [:], sender: event.sender)
    }

    private static let describingTypes: Set<String> = [
        EventType.name, EventType.topic, EventType.avatar, EventType.canonicalAlias, EventType.joinRules, EventType.historyVisibility,
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
        case EventType.encryption: details["is_encrypted"] = true
        case EventType.tombstone:
            details["is_obsolete"] = true
            details["replacement"] = content["replacement_room"]
        case EventType.create:
            details["creator"] = content["creator"] ?? .string(sender)
            details["room_type"] = content["type"]
            details["predecessor"] = content["predecessor"]?["room_id"]
            // A create event that names no version is of version 1.
            details["version"] = content["room_version"] ?? "1"
        default: break
        }
    }
}
