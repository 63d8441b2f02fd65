import HeraldJSON
import SDNWire

/// The initial state of a room, by preset (SDN sheet 7.5).
enum RoomPreset: String, Sendable {
    case privateChat = "private_chat"
    case trustedPrivateChat = "trusted_private_chat"
    case publicChat = "public_chat"

    /// Creates the named preset. Without a name, creates the preset that fits the visibility.
    /// - Throws: `M_INVALID_PARAM` if the name is unknown.
    init(named name: String?, isPublic: Bool) throws(MatrixError) {
        guard let name else {
            self = isPublic ? .publicChat : .privateChat
            return
        }
        guard let preset = RoomPreset(rawValue: name) else {
            throw MatrixError(.invalidParam, "preset: expected private_chat, trusted_private_chat or public_chat.")
        }
        self = preset
    }

    /// The initial state events that follow the power levels and the alias, in order.
    var state: [(type: String, content: JSONObject)] {
        [
            (EventType.joinRules, ["join_rule": self == .publicChat ? "public" : "invite"]),
            (EventType.historyVisibility, ["history_visibility": "shared"]),
            (EventType.guestAccess, ["guest_access": self == .publicChat ? "forbidden" : "can_join"]),
        ]
    }

    /// Returns the template of `m.room.power_levels` (SDN sheet 7.6), with the creator's overrides. From room version 12 on, the creators are not
    /// in it, and only they can upgrade the room.
    func powerLevels(creator: String, invited: [String], _ version: RoomVersion, override: JSONObject?) -> JSONObject {
        var users: JSONObject = [:]
        if !version.putsCreatorsAboveLevels {
            users[creator] = 100
            if self == .trustedPrivateChat {
                for user in invited { users[user] = 100 }
            }
        }
        let tombstone: JSONValue = version.putsCreatorsAboveLevels ? 150 : 100
        let content: JSONObject = [
            "users": .object(users), "users_default": 0, "events_default": 0, "state_default": 50, "ban": 50,
            "kick": 50, "redact": 50, "invite": 0,
            "events": [
                "m.room.name": 50, "m.room.avatar": 50, "m.room.canonical_alias": 50, "m.room.power_levels": 100,
                "m.room.history_visibility": 100,
                "m.room.encryption": 100, "m.room.server_acl": 100, "m.room.tombstone": tombstone,
            ],
            "notifications": ["room": 50],
        ]
        return override.map { content.merging($0) { _, wish in wish } } ?? content
    }
}
