/// The five lists of a ruleset, in the order in which they are asked (SDN sheet 6.3).
package enum PushRuleKind: String, Sendable, Hashable, CaseIterable {
    case override, content, room, sender, underride

    /// Whether a rule of this kind is told its conditions; the others follow from pattern or id.
    package var takesConditions: Bool { self == .override || self == .underride }
}
