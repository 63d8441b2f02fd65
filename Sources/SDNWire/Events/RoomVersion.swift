/// The room versions whose rules Herald knows (SDN sheet 7.6). New rooms are made in 10 or 11; 6 to 9 stay readable.
public enum RoomVersion: String, Sendable, Hashable, CaseIterable {
    case v6 = "6"
    case v7 = "7"
    case v8 = "8"
    case v9 = "9"
    case v10 = "10"
    case v11 = "11"

    /// The version of a new room when nobody says otherwise.
    public static let standard = RoomVersion.v10

    private var number: Int { Int(rawValue) ?? 10 }

    /// Whether a room may be made in this version here.
    public var isCreatable: Bool { number >= 10 }
    /// From 10 on, power levels are integers, never texts.
    public var requiresIntegerPowerLevels: Bool { number >= 10 }
    /// Up to 10, `m.room.create` names its creator in the content.
    public var hasCreatorInContent: Bool { number <= 10 }
    /// From 11 on, the target of a redaction stands in `content.redacts`.
    public var keepsRedactsInContent: Bool { number >= 11 }
    /// From 7 on, a user may knock.
    public var allowsKnocking: Bool { number >= 7 }
    /// From 8 on, a join rule may be `restricted`.
    public var allowsRestrictedJoin: Bool { number >= 8 }
    /// From 10 on, a join rule may be `knock_restricted`.
    public var allowsKnockRestricted: Bool { number >= 10 }

    /// The content members that survive a redaction; `nil` keeps all.
    func contentKeysKept(type: String) -> Set<String>? {
        switch type {
        case EventType.create where number >= 11: return nil
        case EventType.create: return ["creator"]
        case EventType.member: return number >= 9 ? ["membership", "join_authorised_via_users_server"] : ["membership"]
        case EventType.joinRules: return number >= 8 ? ["join_rule", "allow"] : ["join_rule"]
        case EventType.powerLevels:
            let always: Set = ["ban", "events", "events_default", "kick", "redact", "state_default", "users", "users_default"]
            return number >= 11 ? always.union(["invite"]) : always
        case EventType.historyVisibility: return ["history_visibility"]
        case EventType.redaction: return number >= 11 ? ["redacts"] : []
        default: return []
        }
    }

    /// The top-level members that survive a redaction.
    var topLevelKeysKept: Set<String> {
        let always: Set<String> = [
            "event_id", "type", "room_id", "sender", "state_key", "content", "hashes", "signatures", "depth", "prev_events", "auth_events", "origin_server_ts",
        ]
        return number <= 10 ? always.union(["prev_state", "origin", "membership"]) : always
    }
}
