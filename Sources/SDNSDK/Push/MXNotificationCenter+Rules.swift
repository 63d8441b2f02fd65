import HeraldJSON

/// Changing the user's rules at the node; sync brings the new ones to every device (SDN sheet 6.3).
extension MXNotificationCenter {
    /// Switches a rule on or off.
    public func enableRule(_ rule: MXPushRule, isEnabled: Bool) async throws {
        try await client.setPushRuleEnabled(ruleId: rule.ruleId, scope: rule.scope, kind: rule.kind, enabled: isEnabled)
    }

    /// Removes a rule of the user's own.
    public func removeRule(_ rule: MXPushRule) async throws {
        try await client.removePushRule(ruleId: rule.ruleId, scope: rule.scope, kind: rule.kind)
    }

    /// Changes what a rule does.
    public func updatePushRuleActions(_ rule: MXPushRule, notify: Bool, sound: Bool, highlight: Bool) async throws {
        try await client.updateActions(
            forPushRule: rule.ruleId, scope: rule.scope, kind: rule.kind, actions: Self.actions(notify, sound, highlight))
    }

    /// Adds a rule for messages with a word or a pattern in their body.
    public func addContentRule(_ pattern: String, notify: Bool, sound: Bool, highlight: Bool) async throws {
        try await client.addPushRule(ruleId: pattern, kind: .content, actions: Self.actions(notify, sound, highlight), pattern: pattern)
    }

    /// Adds a rule for everything in a room.
    public func addRoomRule(_ roomId: String, notify: Bool, sound: Bool, highlight: Bool) async throws {
        try await client.addPushRule(ruleId: roomId, kind: .room, actions: Self.actions(notify, sound, highlight))
    }

    /// Adds a rule for everything that a user sends.
    public func addSenderRule(_ userId: String, notify: Bool, sound: Bool, highlight: Bool) async throws {
        try await client.addPushRule(ruleId: userId, kind: .sender, actions: Self.actions(notify, sound, highlight))
    }

    /// Adds a rule that is asked before all of the other kinds.
    public func addOverrideRule(
        withId ruleId: String, conditions: [MXPushRuleCondition], notify: Bool, sound: Bool, highlight: Bool
    ) async throws {
        try await client.addPushRule(ruleId: ruleId, kind: .override, actions: Self.actions(notify, sound, highlight), conditions: conditions)
    }

    /// Adds a rule that is asked after all of the other kinds.
    public func addUnderrideRule(
        withId ruleId: String, conditions: [MXPushRuleCondition], notify: Bool, sound: Bool, highlight: Bool
    ) async throws {
        try await client.addPushRule(ruleId: ruleId, kind: .underride, actions: Self.actions(notify, sound, highlight), conditions: conditions)
    }

    private static func actions(_ notify: Bool, _ sound: Bool, _ highlight: Bool) -> [MXPushRuleAction] {
        guard notify else { return [] }
        return [.notify] + (sound ? [.sound("default")] : []) + (highlight ? [.highlight] : [])
    }
}
