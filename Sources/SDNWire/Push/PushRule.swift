import HeraldJSON

/// A push rule: conditions that all have to hold, and what to do then (SDN sheet 6.3).
package struct PushRule: Sendable, Hashable {
    package let kind: PushRuleKind
    /// The room of a room rule, the user of a sender rule, else a name. One that begins with a dot is a server default's.
    package let id: String
    /// Whether the server has it for everybody.
    package let isDefault: Bool
    package var isEnabled: Bool
    /// Of a content rule.
    package let pattern: String?
    package var actions: PushActions
    /// What has to hold, whether the wire says it or kind and id do.
    package let conditions: [PushCondition]

    package init(
        _ kind: PushRuleKind, id: String, isDefault: Bool = false, isEnabled: Bool = true, conditions: [JSONValue] = [], pattern: String? = nil,
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

    /// Reads a rule of a list; `nil` for what has no id, so that one bad rule does not hide the others.
    package init?(_ kind: PushRuleKind, json: JSONValue) {
        guard let id = json["rule_id"]?.stringValue, kind != .content || json["pattern"]?.stringValue != nil else { return nil }
        self.init(
            kind, id: id, isDefault: json["default"]?.boolValue ?? false, isEnabled: json["enabled"]?.boolValue ?? true,
            conditions: json["conditions"]?.arrayValue ?? [], pattern: json["pattern"]?.stringValue, actions: json["actions"]?.arrayValue ?? [])
    }

    /// As the rules of a user are listed.
    package var json: JSONValue {
        var object: JSONObject = [
            "rule_id": .string(id), "default": .bool(isDefault), "enabled": .bool(isEnabled), "actions": .array(actions.list),
        ]
        if kind.takesConditions { object["conditions"] = .array(conditions.map(\.json)) }
        object.set("pattern", pattern)
        return .object(object)
    }

    /// For how many of its conditions an event is looked through.
    package var searches: Int { conditions.count(where: \.isSearch) }

    /// How many bytes it takes in memory, about. The server's rules share their conditions among all users, apart from a name here and there.
    package var weight: Int {
        let held = MemoryLayout<Self>.stride + HeldBytes.of(id) + actions.weight
        return isDefault ? held + Self.ownPart : conditions.reduce(held + HeldBytes.buffer + HeldBytes.of(pattern ?? "")) { $0 + $1.weight }
    }

    /// What a rule of the server's has in memory for one user alone, about.
    private static let ownPart = 128

    /// Whether the rule, being on, applies to an event.
    package func applies(to event: PushEvent, facts: PushRoomFacts, user: PushUser) -> Bool {
        guard isEnabled, !(event.hasMentions && Self.legacyMentions.contains(id)) else { return false }
        return conditions.allSatisfy { $0.holds(for: event, facts: facts, user: user) }
    }

    /// An event that says whom it mentions is not searched for names.
    private static let legacyMentions: Set<String> = [".m.rule.contains_display_name", ".m.rule.roomnotif", ".m.rule.contains_user_name"]
}
