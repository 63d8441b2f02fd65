/// The room versions that Herald supports: all stable versions of Matrix (SDN sheet 7.6). A node creates rooms in each of them.
public enum RoomVersion: String, Sendable, Hashable, CaseIterable {
    case v1 = "1"
    case v2 = "2"
    case v3 = "3"
    case v4 = "4"
    case v5 = "5"
    case v6 = "6"
    case v7 = "7"
    case v8 = "8"
    case v9 = "9"
    case v10 = "10"
    case v11 = "11"
    case v12 = "12"

    /// The default version of a new room.
    public static let standard = RoomVersion.v11
    /// The version whose rules a client applies to a room that names none.
    package static let assumed = RoomVersion.v10

    private var number: Int { Int(rawValue) ?? 10 }

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
    /// True when a change of a level in `notifications` needs that level: from version 6 on.
    public var guardsNotificationLevels: Bool { number >= 6 }
    /// True when `m.room.aliases` needs no power level, but a state key that is the sender's server: up to version 5.
    public var hasAliasesRule: Bool { number <= 5 }
    /// True when the creators of a room have more power than any level: from version 12 on.
    public var putsCreatorsAboveLevels: Bool { number >= 12 }
    /// True when the ID of a room is the hash of its `m.room.create` event: from version 12 on. Other events then no longer list that event in
    /// `auth_events`.
    public var hashesRoomID: Bool { number >= 12 }
    /// The form of event IDs.
    public var eventIDForm: EventIDForm {
        switch number {
        case ...2: .withDomain
        case 3: .standardHash
        default: .hash
        }
    }

    /// The forms of event IDs.
    public enum EventIDForm: Sendable, Hashable {
        /// `$<unique text>:<domain>`, in versions 1 and 2.
        case withDomain
        /// `$` and the reference hash in base64, whose alphabet has `+` and `/`: in version 3.
        case standardHash
        /// `$` and the reference hash in URL-safe base64: from version 4 on.
        case hash
    }

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
        case EventType.aliases: return number <= 5 ? ["aliases"] : []
        case EventType.redaction: return number >= 11 ? ["redacts"] : []
        default: return []
        }
    }

    /// True when a redaction keeps the signed part of a third-party invitation: from version 11 on.
    var keepsSignedInvitation: Bool { number >= 11 }

    /// The top-level members that a redaction keeps.
    var topLevelKeysKept: Set<String> {
        let always: Set<String> = [
            "event_id", "type", "room_id", "sender", "state_key", "content", "hashes", "signatures", "depth",
            "prev_events", "auth_events", "origin_server_ts",
        ]
        return number <= 10 ? always.union(["prev_state", "origin", "membership"]) : always
    }
}
