import HeraldJSON
import SDNClient
import SDNValues

/// Methods that change the user's push rules on the node. Sync brings the changed rules to every device (SDN sheet 6.3).
extension MXNotificationCenter {
    /// Enables or disables a rule.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func enableRule(_ rule: MXPushRule, isEnabled: Bool) async throws {
        try await client.setPushRuleEnabled(ruleId: rule.ruleId, scope: rule.scope, kind: rule.kind, enabled: isEnabled)
    }

    /// Removes one of the user's own rules.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func removeRule(_ rule: MXPushRule) async throws {
        try await client.removePushRule(ruleId: rule.ruleId, scope: rule.scope, kind: rule.kind)
    }

    /// Changes the actions of a rule.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func updatePushRuleActions(_ rule: MXPushRule, notify: Bool, sound: Bool, highlight: Bool) async throws {
        try await client.updateActions(
            forPushRule: rule.ruleId, scope: rule.scope, kind: rule.kind,
            actions: Self.actions(notify, sound, highlight))
    }

    /// Adds a rule for messages with a word or a pattern in their body.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func addContentRule(_ pattern: String, notify: Bool, sound: Bool, highlight: Bool) async throws {
        try await client.addPushRule(
            ruleId: pattern, kind: .content, actions: Self.actions(notify, sound, highlight), pattern: pattern)
    }

    /// Adds a rule for all events in a room.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func addRoomRule(_ roomId: String, notify: Bool, sound: Bool, highlight: Bool) async throws {
        try await client.addPushRule(ruleId: roomId, kind: .room, actions: Self.actions(notify, sound, highlight))
    }

    /// Adds a rule for all events that a user sends.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func addSenderRule(_ userId: String, notify: Bool, sound: Bool, highlight: Bool) async throws {
        try await client.addPushRule(ruleId: userId, kind: .sender, actions: Self.actions(notify, sound, highlight))
    }

    /// Adds a rule that is evaluated before the rules of all other kinds.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func addOverrideRule(
        withId ruleId: String, conditions: [MXPushRuleCondition], notify: Bool, sound: Bool, highlight: Bool
    ) async throws {
        try await client.addPushRule(
            ruleId: ruleId, kind: .override, actions: Self.actions(notify, sound, highlight), conditions: conditions)
    }

    /// Adds a rule that is evaluated after the rules of all other kinds.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func addUnderrideRule(
        withId ruleId: String, conditions: [MXPushRuleCondition], notify: Bool, sound: Bool, highlight: Bool
    ) async throws {
        try await client.addPushRule(
            ruleId: ruleId, kind: .underride, actions: Self.actions(notify, sound, highlight), conditions: conditions)
    }

    private static func actions(_ notify: Bool, _ sound: Bool, _ highlight: Bool) -> [MXPushRuleAction] {
        guard notify else { return [] }
        return [.notify] + (sound ? [.sound("default")] : []) + (highlight ? [.highlight] : [])
    }
}
