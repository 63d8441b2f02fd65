import HeraldJSON

/// The five lists of a ruleset, in the order in which they are evaluated (SDN sheet 6.3).
package enum PushRuleKind: String, Sendable, Hashable, CaseIterable {
    case override, content, room, sender, underride

    /// True when rules of this kind carry conditions on the wire. For the other kinds, the pattern or the ID determines the condition.
    package var takesConditions: Bool { self == .override || self == .underride }

    /// The position of the list in a ruleset.
    var place: Int {
        switch self {
        case .override: 0
        case .content: 1
        case .room: 2
        case .sender: 3
        case .underride: 4
        }
    }
}

/// A push rule: conditions that must all hold, and the actions to take when they do (SDN sheet 6.3).
package struct PushRule: Sendable, Hashable {
    package let kind: PushRuleKind
    /// The room ID for a room rule, the user ID for a sender rule, otherwise a name. IDs that begin with a dot belong to the server's default rules.
    package let id: String
    /// True for the rules that the server gives to every user.
    package let isDefault: Bool
    package var isEnabled: Bool
    /// The pattern of a content rule. `nil` for the other kinds.
    package let pattern: String?
    package var actions: PushActions
    /// The conditions that must hold. For content, room and sender rules, the conditions follow from the pattern or the ID.
    package let conditions: [PushCondition]

    package init(
        _ kind: PushRuleKind, id: String, isDefault: Bool = false, isEnabled: Bool = true, conditions: [JSONValue] = [],
        pattern: String? = nil,
        actions: [JSONValue]
    ) {
        self.kind = kind
        self.id = id
        self.isDefault = isDefault
        self.isEnabled = isEnabled
        self.pattern = kind == .content ? pattern ?? "" : nil
        self.actions = PushActions(actions)
        self.conditions =
            switch kind {
            case .override, .underride: conditions.map(PushCondition.init)
            case .content: [.body(contains: pattern ?? "")]
            case .room: [.property("room_id", is: id)]
            case .sender: [.property("sender", is: id)]
            }
    }

    /// Reads a rule. Returns `nil` for an invalid rule, so that one bad rule does not hide the others in its list.
    package init?(_ kind: PushRuleKind, json: JSONValue) {
        guard let id = json["rule_id"]?.stringValue, kind != .content || json["pattern"]?.stringValue != nil else {
            return nil
        }
        self.init(
            kind, id: id, isDefault: json["default"]?.boolValue ?? false, isEnabled: json["enabled"]?.boolValue ?? true,
            conditions: json["conditions"]?.arrayValue ?? [], pattern: json["pattern"]?.stringValue,
            actions: json["actions"]?.arrayValue ?? [])
    }

    /// The rule in the form that the endpoints for listing rules return.
    package var json: JSONValue {
        var object: JSONObject = [
            "rule_id": .string(id), "default": .bool(isDefault), "enabled": .bool(isEnabled),
            "actions": .array(actions.list),
        ]
        if kind.takesConditions { object["conditions"] = .array(conditions.map(\.json)) }
        object.set("pattern", pattern)
        return .object(object)
    }

    /// The number of conditions that search a text or a list of the event.
    package var searches: Int { conditions.count(where: \.isSearch) }

    /// The estimated memory size, in bytes. All users share the conditions of a default rule, except those that contain a name. For these,
    /// `ownPart` is added.
    package var weight: Int {
        let held = MemoryLayout<Self>.stride + HeldBytes.of(id) + actions.weight
        return isDefault
            ? held + Self.ownPart
            : conditions.reduce(held + HeldBytes.buffer + HeldBytes.of(pattern ?? "")) { $0 + $1.weight }
    }

    /// The estimated memory of the conditions that a default rule has separately for each user, in bytes.
    private static let ownPart = 128

    /// Returns true when the rule is enabled and all its conditions hold for the event.
    package func applies(to event: PushEvent, facts: PushRoomFacts, user: PushUser) -> Bool {
        guard isEnabled, !(event.hasMentions && Self.legacyMentions.contains(id)) else { return false }
        return conditions.allSatisfy { $0.holds(for: event, facts: facts, user: user) }
    }

    /// The rules that search the body for names. They do not apply to events with `m.mentions`.
    private static let legacyMentions: Set<String> = [
        ".m.rule.contains_display_name", ".m.rule.roomnotif", ".m.rule.contains_user_name",
    ]
}
