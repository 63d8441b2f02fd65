import HeraldJSON

/// The push rules of a user in the order in which they are asked (SDN sheet 6.3).
package struct PushRuleset: Sendable, Hashable {
    /// The rule that switches all notifications off is asked before all others.
    package static let master = ".m.rule.master"

    private var lists: [PushRuleKind: [PushRule]]

    /// Rules in the order of their lists.
    package init(_ rules: [PushRule] = []) { self.lists = Dictionary(grouping: rules, by: \.kind) }

    /// Reads the `global` part of an answer, or of `m.push_rules`. What is no rule is left out.
    package init(json: JSONValue) {
        self.init(PushRuleKind.allCases.flatMap { kind in (json[kind.rawValue]?.arrayValue ?? []).compactMap { PushRule(kind, json: $0) } })
    }

    /// `{"override":[…],"content":[…],"room":[…],"sender":[…],"underride":[…]}`.
    package var json: JSONValue {
        var object = JSONObject()
        for kind in PushRuleKind.allCases { object[kind.rawValue] = .array(self[kind].map(\.json)) }
        return .object(object)
    }

    package subscript(kind: PushRuleKind) -> [PushRule] {
        get { lists[kind] ?? [] }
        set { lists[kind] = newValue }
    }

    /// For how many conditions of the user's own rules an event is looked through.
    package var ownSearches: Int { lists.values.joined().reduce(0) { $1.isDefault ? $0 : $0 + $1.searches } }

    /// How many bytes it takes in memory, about.
    package var weight: Int { lists.values.joined().reduce(Self.listsWeight) { $0 + $1.weight } }

    /// What the lists take beside their rules, about.
    private static let listsWeight = 1_024

    package func rule(_ kind: PushRuleKind, _ id: String) -> PushRule? { self[kind].first { $0.id == id } }

    /// The first rule that applies. Nobody is told of what they sent themselves.
    package func decide(_ event: PushEvent, facts: PushRoomFacts, user: PushUser) -> PushDecision {
        guard !event.sender.utf8.elementsEqual(user.id.utf8) else { return .none }
        event.work?.beginUser()
        if let master = rule(.override, Self.master), master.applies(to: event, facts: facts, user: user) { return PushDecision(rule: master) }
        for kind in PushRuleKind.allCases {
            if let rule = self[kind].first(where: { $0.applies(to: event, facts: facts, user: user) }) { return PushDecision(rule: rule) }
        }
        return .none
    }
}

/// What push rules make of an event.
package struct PushDecision: Sendable, Hashable {
    /// The rule that decided; `nil` when none applied.
    package let rule: PushRule?
    /// What it does; nothing when none applied.
    package var actions: PushActions { rule?.actions ?? .none }

    package init(rule: PushRule?) { self.rule = rule }

    /// No rule, hence no notification.
    package static let none = PushDecision(rule: nil)
}
