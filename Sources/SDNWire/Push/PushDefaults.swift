import HeraldJSON

extension PushRuleset {
    /// Returns the rules that every user starts with (SDN sheet 6.3).
    package static func defaults(for userID: String) -> PushRuleset {
        let local = userID.dropFirst().prefix { $0 != ":" }
        return PushRuleset(PushDefaults.rules(user: .string(userID), localpart: String(local)))
    }

    /// The default rules except those that check if an event names the user. The remaining rules give the same result for all members of a
    /// room.
    package static let impersonalDefaults = PushRuleset(
        PushDefaults.rules(user: "", localpart: "").filter { !PushDefaults.personal.contains($0.id) })

    /// Returns true when a default rule has this ID.
    package static func isDefault(_ kind: PushRuleKind, _ id: String) -> Bool {
        PushDefaults.names[kind]?.contains(id) ?? false
    }
}

/// The predefined rules of the Matrix specification, in the specification's order. Only the parts with the user's ID or localpart differ
/// between users.
private enum PushDefaults {
    /// The rules that check if an event names the user.
    static let personal: Set<String> = [
        ".m.rule.invite_for_me", ".m.rule.is_user_mention", ".m.rule.contains_display_name",
        ".m.rule.contains_user_name",
    ]
    static let names = Dictionary(grouping: rules(user: "", localpart: ""), by: \.kind).mapValues { Set($0.map(\.id)) }

    /// Returns the predefined rules. All users share the rules that name no user, so that each of these exists only once in memory.
    static func rules(user: JSONValue, localpart: String) -> [PushRule] {
        let own = [invite(of: user), mention(of: user), name(localpart)]
        return common.map { rule in own.first { $0.id == rule.id } ?? rule }
    }

    private static let common: [PushRule] = [
        PushRule(.override, id: PushRuleset.master, isDefault: true, isEnabled: false, actions: []),
        make(.override, ".m.rule.suppress_notices", [match("content.msgtype", "m.notice")], []),
        invite(of: ""),
        make(.override, ".m.rule.member_event", [match("type", "m.room.member")], []),
        mention(of: ""),
        make(
            .override, ".m.rule.contains_display_name", [["kind": "contains_display_name"]],
            [notify, sound("default"), highlight]),
        make(
            .override, ".m.rule.is_room_mention",
            [["kind": "event_property_is", "key": #"content.m\.mentions.room"#, "value": true], mayNotifyRoom],
            [notify, highlight]),
        make(.override, ".m.rule.roomnotif", [match("content.body", "@room"), mayNotifyRoom], [notify, highlight]),
        make(
            .override, ".m.rule.tombstone", [match("type", "m.room.tombstone"), match("state_key", "")],
            [notify, highlight]),
        make(.override, ".m.rule.reaction", [match("type", "m.reaction")], []),
        make(.override, ".m.rule.room.server_acl", [match("type", "m.room.server_acl"), match("state_key", "")], []),
        make(
            .override, ".m.rule.suppress_edits",
            [["kind": "event_property_is", "key": #"content.m\.relates_to.rel_type"#, "value": "m.replace"]], []),
        name(""),
        make(.underride, ".m.rule.call", [match("type", "m.call.invite")], [notify, sound("ring")]),
        make(
            .underride, ".m.rule.encrypted_room_one_to_one", [inRoomOfTwo, match("type", "m.room.encrypted")],
            [notify, sound("default")]),
        make(
            .underride, ".m.rule.room_one_to_one", [inRoomOfTwo, match("type", "m.room.message")],
            [notify, sound("default")]),
        make(.underride, ".m.rule.message", [match("type", "m.room.message")], [notify]),
        make(.underride, ".m.rule.encrypted", [match("type", "m.room.encrypted")], [notify]),
    ]

    private static func invite(of user: JSONValue) -> PushRule {
        make(
            .override, ".m.rule.invite_for_me",
            [match("type", "m.room.member"), match("content.membership", "invite"), match("state_key", user)],
            [notify, sound("default")])
    }

    private static func mention(of user: JSONValue) -> PushRule {
        make(
            .override, ".m.rule.is_user_mention",
            [["kind": "event_property_contains", "key": #"content.m\.mentions.user_ids"#, "value": user]],
            [notify, sound("default"), highlight])
    }

    private static func name(_ localpart: String) -> PushRule {
        PushRule(
            .content, id: ".m.rule.contains_user_name", isDefault: true, pattern: localpart,
            actions: [notify, sound("default"), highlight])
    }

    private static let notify: JSONValue = "notify"
    private static let highlight: JSONValue = ["set_tweak": "highlight"]
    private static let inRoomOfTwo: JSONValue = ["kind": "room_member_count", "is": "2"]
    private static let mayNotifyRoom: JSONValue = ["kind": "sender_notification_permission", "key": "room"]

    private static func sound(_ name: String) -> JSONValue { ["set_tweak": "sound", "value": .string(name)] }
    private static func match(_ key: String, _ pattern: JSONValue) -> JSONValue {
        ["kind": "event_match", "key": .string(key), "pattern": pattern]
    }
    private static func make(_ kind: PushRuleKind, _ id: String, _ conditions: [JSONValue], _ actions: [JSONValue])
        -> PushRule
    {
        PushRule(kind, id: id, isDefault: true, conditions: conditions, actions: actions)
    }
}
