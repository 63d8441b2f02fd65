import HeraldJSON
import SDNWire

/// The push rules of a user (SDN sheet 3.1).
public struct MXPushRulesResponse: JSONModel, Hashable {
    /// The rules that count on every device.
    public let global: MXPushRulesSet

    init(json: JSONReader) throws { self.init(global: MXPushRulesSet(PushRuleset(json: try json.value("global")))) }

    init(global: MXPushRulesSet) { self.global = global }
}

/// Five lists of push rules in the order in which they are asked.
public struct MXPushRulesSet: Sendable, Hashable {
    let rules: PushRuleset

    init(_ rules: PushRuleset) { self.rules = rules }

    /// The rules of one list.
    public func rules(_ kind: MXPushRuleKind) -> [MXPushRule] {
        let kind = PushRuleKind(rawValue: kind.rawValue) ?? .override
        return rules[kind].map(MXPushRule.init)
    }

    /// Conditions that are asked before everything else.
    public var override: [MXPushRule] { rules(.override) }
    /// Patterns in the body of messages.
    public var content: [MXPushRule] { rules(.content) }
    /// Rooms.
    public var room: [MXPushRule] { rules(.room) }
    /// Users who send.
    public var sender: [MXPushRule] { rules(.sender) }
    /// Conditions that are asked after everything else.
    public var underride: [MXPushRule] { rules(.underride) }
    /// Every rule in the order in which they are asked.
    public var all: [MXPushRule] { MXPushRuleKind.allCases.flatMap(rules) }
}
