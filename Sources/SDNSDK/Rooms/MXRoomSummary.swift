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
    /// How many members the room has, by the node's count.
    public var membersCount: MXRoomMembersCount { MXRoomMembersCount(joined: members("joined"), invited: members("invited")) }
    /// How many unread events notify the user, by the node's count.
    public var notificationCount: UInt { UInt(clamping: number("notifications") ?? 0) }
    /// How many unread events do so with emphasis, such as mentions, by the node's count.
    public var highlightCount: UInt { UInt(clamping: number("highlights") ?? 0) }
    /// Whether every member was loaded once, so that syncs keep the list complete.
    public var hasLoadedAllRoomMembers: Bool { details["has_all_members"]?.boolValue ?? false }

    /// The rules of the room's version; the nearest known ones for a version that is not known.
    public var roomVersion: RoomVersion { RoomVersion.nearest(to: text("version")) }

    /// What to call the room: its name, its alias, or the members it is with (SDN sheet 5.6).
    public var displayName: String {
        if let name = name ?? canonicalAlias { return name }
        let names = heroes.map(\.name)
        let others = max(membersCount.members - 1, names.count)
        switch names.count {
        case 0: return "Empty room"
        case 1 where others <= 1: return membersCount.members <= 1 && details["joined"] != nil ? "\(names[0]) (left)" : names[0]
        case 2 where others <= 2: return "\(names[0]) and \(names[1])"
        default: return "\(names[0]) and \(others - 1) \(others == 2 ? "other" : "others")"
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
        case joined, invited, notifications, highlights, inviter
        case hasAllMembers = "has_all_members"
    }

    /// Takes over what a state event says about the room as a whole.
    mutating func apply(_ event: MXEvent) {
        guard event.stateKey == "" else { return }
        switch event.type {
        case EventType.name: details["name"] = event.content["name"]
        case EventType.topic: details["topic"] = event.content["topic"]
        case EventType.avatar: details["avatar"] = event.content["url"]
        case EventType.canonicalAlias: details["canonical_alias"] = event.content["alias"]
        case EventType.joinRules: details["join_rule"] = event.content["join_rule"]
        case EventType.historyVisibility: details["history_visibility"] = event.content["history_visibility"]
        case EventType.encryption: details["is_encrypted"] = true
        case EventType.tombstone: details["is_obsolete"] = true
        case EventType.create:
            details["creator"] = event.content["creator"] ?? .string(event.sender)
            details["room_type"] = event.content["type"]
            // A create event that names no version is of version 1.
            details["version"] = event.content["room_version"] ?? "1"
        default: break
        }
    }
}
