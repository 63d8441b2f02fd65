import HeraldJSON

/// The push rules of a user in the order in which they are evaluated (SDN sheet 6.3).
package struct PushRuleset: Sendable, Hashable {
    /// The ID of the rule that disables all notifications. It is evaluated before all other rules.
    package static let master = ".m.rule.master"

    /// The rules of each kind, in the order of ``PushRuleKind``.
    private var lists: [[PushRule]]

    /// Creates a ruleset. The rules of each kind keep their order.
    package init(_ rules: [PushRule] = []) {
        self.lists = Array(repeating: [], count: PushRuleKind.allCases.count)
        for rule in rules { self[rule.kind].append(rule) }
    }

    /// Reads the `global` part of a response or of `m.push_rules`. Skips invalid rules.
    package init(json: JSONValue) {
        self.init(
            PushRuleKind.allCases.flatMap { kind in
                (json[kind.rawValue]?.arrayValue ?? []).compactMap { PushRule(kind, json: $0) }
            })
    }

    /// The ruleset as JSON: `{"override":[…],"content":[…],"room":[…],"sender":[…],"underride":[…]}`.
    package var json: JSONValue {
        var object = JSONObject()
        for kind in PushRuleKind.allCases { object[kind.rawValue] = .array(self[kind].map(\.json)) }
        return .object(object)
    }

    package subscript(kind: PushRuleKind) -> [PushRule] {
        get { lists[kind.place] }
        _modify { yield &lists[kind.place] }
    }

    /// The number of conditions in the user's own rules that search a text or a list of the event.
    package var ownSearches: Int { lists.joined().reduce(0) { $1.isDefault ? $0 : $0 + $1.searches } }

    /// The estimated memory size, in bytes.
    package var weight: Int { lists.joined().reduce(Self.listsWeight) { $0 + $1.weight } }

    /// The estimated memory of the lists without their rules, in bytes.
    private static let listsWeight = 1_024

    package func rule(_ kind: PushRuleKind, _ id: String) -> PushRule? { self[kind].first { $0.id == id } }

    /// Returns the decision of the first rule that applies. Users are never notified of their own events.
    package func decide(_ event: PushEvent, facts: PushRoomFacts, user: PushUser) -> PushDecision {
        guard !event.sender.utf8.elementsEqual(user.id.utf8) else { return .none }
        event.work?.beginUser()
        if let master = rule(.override, Self.master), master.applies(to: event, facts: facts, user: user) {
            return PushDecision(rule: master)
        }
        for list in lists {
            if let rule = list.first(where: { $0.applies(to: event, facts: facts, user: user) }) {
                return PushDecision(rule: rule)
            }
        }
        return .none
    }
}

/// The result of evaluating push rules for an event.
package struct PushDecision: Sendable, Hashable {
    /// The rule that applied, or `nil` when none did.
    package let rule: PushRule?
    /// The actions of the rule. Empty when no rule applied.
    package var actions: PushActions { rule?.actions ?? .none }

    package init(rule: PushRule?) { self.rule = rule }

    /// No rule applied, so the user is not notified.
    package static let none = PushDecision(rule: nil)
}
