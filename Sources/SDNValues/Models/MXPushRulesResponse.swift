import HeraldJSON
import SDNWire

/// The push rules of a user (SDN sheet 3.1).
public struct MXPushRulesResponse: JSONModel, Hashable {
    /// The rules that apply on every device.
    public let global: MXPushRulesSet

    package init(json: JSONReader) throws {
        self.init(global: MXPushRulesSet(PushRuleset(json: try json.value("global"))))
    }

    package init(global: MXPushRulesSet) { self.global = global }
}

/// The five lists of push rules, in the order of their evaluation.
public struct MXPushRulesSet: Sendable, Hashable {
    package let rules: PushRuleset

    package init(_ rules: PushRuleset) { self.rules = rules }

    /// Returns the rules of one list.
    public func rules(_ kind: MXPushRuleKind) -> [MXPushRule] {
        let kind = PushRuleKind(rawValue: kind.rawValue) ?? .override
        return rules[kind].map(MXPushRule.init)
    }

    /// The rules with conditions that are evaluated before all other rules.
    public var override: [MXPushRule] { rules(.override) }
    /// The rules with patterns for the body of messages.
    public var content: [MXPushRule] { rules(.content) }
    /// The rules for single rooms.
    public var room: [MXPushRule] { rules(.room) }
    /// The rules for single senders.
    public var sender: [MXPushRule] { rules(.sender) }
    /// The rules with conditions that are evaluated after all other rules.
    public var underride: [MXPushRule] { rules(.underride) }
    /// All rules in the order of their evaluation.
    public var all: [MXPushRule] { MXPushRuleKind.allCases.flatMap(rules) }
}
