/// The room versions that Herald supports (SDN sheet 7.6). A node creates rooms in versions 10 and 11. Rooms in versions 6 to 9 stay readable.
public enum RoomVersion: String, Sendable, Hashable, CaseIterable {
    case v6 = "6"
    case v7 = "7"
    case v8 = "8"
    case v9 = "9"
    case v10 = "10"
    case v11 = "11"

    /// The default version of a new room.
    public static let standard = RoomVersion.v10

    private var number: Int { Int(rawValue) ?? 10 }

    /// True when a node may create rooms in this version.
    public var isCreatable: Bool { number >= 10 }
    /// True when power levels must be integers and not strings: from version 10 on.
    public var requiresIntegerPowerLevels: Bool { number >= 10 }
    /// True when the content of `m.room.create` names the creator: up to version 10.
    public var hasCreatorInContent: Bool { number <= 10 }
    /// True when `content.redacts` names the event that a redaction removes: from version 11 on.
    public var keepsRedactsInContent: Bool { number >= 11 }
    /// True when users may knock: from version 7 on.
    public var allowsKnocking: Bool { number >= 7 }
    /// True when the join rule may be `restricted`: from version 8 on.
    public var allowsRestrictedJoin: Bool { number >= 8 }
    /// True when the join rule may be `knock_restricted`: from version 10 on.
    public var allowsKnockRestricted: Bool { number >= 10 }

    /// Returns the content members that a redaction keeps. `nil` means all of them.
    func contentKeysKept(type: String) -> Set<String>? {
        switch type {
        case EventType.create where number >= 11: return nil
        case EventType.create: return ["creator"]
        case EventType.member: return number >= 9 ? ["membership", "join_authorised_via_users_server"] : ["membership"]
        case EventType.joinRules: return number >= 8 ? ["join_rule", "allow"] : ["join_rule"]
        case EventType.powerLevels:
            let always: Set = [
                "ban", "events", "events_default", "kick", "redact", "state_default", "users", "users_default",
            ]
            return number >= 11 ? always.union(["invite"]) : always
        case EventType.historyVisibility: return ["history_visibility"]
        case EventType.redaction: return number >= 11 ? ["redacts"] : []
        default: return []
        }
    }

    /// The top-level members that a redaction keeps.
    var topLevelKeysKept: Set<String> {
        let always: Set<String> = [
            "event_id", "type", "room_id", "sender", "state_key", "content", "hashes", "signatures", "depth",
            "prev_events", "auth_events", "origin_server_ts",
        ]
        return number <= 10 ? always.union(["prev_state", "origin", "membership"]) : always
    }
}
