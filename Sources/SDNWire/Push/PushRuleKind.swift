/// The five lists of a ruleset, in the order in which they are evaluated (SDN sheet 6.3).
package enum PushRuleKind: String, Sendable, Hashable, CaseIterable {
    case override, content, room, sender, underride

    /// True when rules of this kind carry conditions on the wire. For the other kinds, the pattern or the id determines the condition.
    package var takesConditions: Bool { self == .override || self == .underride }
}
