import HeraldJSON
import SDNValues
import SDNWire

/// The calls for push rules (SDN sheet 3.1 and 6.3).
extension MXRestClient {
    /// Returns all push rules of the user.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func pushRules() async throws -> MXPushRulesResponse {
        try await perform(Endpoints.pushRules, NoInput(), as: MXPushRulesResponse.self)
    }

    /// Enables or disables a rule, including the server's own rules.
    /// - Parameters:
    ///   - ruleId: the rule's ``/SDNValues/MXPushRule/ruleId``.
    ///   - scope: the devices for which it applies.
    ///   - kind: the list that it belongs to.
    ///   - enabled: true to enable the rule; false to disable it.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func setPushRuleEnabled(
        ruleId: String, scope: MXPushRuleScope = .global, kind: MXPushRuleKind, enabled: Bool
    ) async throws {
        _ = try await perform(
            Endpoints.setPushRuleEnabled, SetPushRuleEnabledRequest(key: key(ruleId, scope, kind), isEnabled: enabled))
    }

    /// Removes one of the user's own rules. The server's rules cannot be removed.
    /// - Parameters:
    ///   - ruleId: the rule's ``/SDNValues/MXPushRule/ruleId``.
    ///   - scope: the devices for which it applies.
    ///   - kind: the list that it belongs to.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func removePushRule(ruleId: String, scope: MXPushRuleScope = .global, kind: MXPushRuleKind) async throws {
        _ = try await perform(Endpoints.removePushRule, key(ruleId, scope, kind))
    }

    /// Adds a rule before all other rules of its kind, or replaces the rule with the same ID.
    /// - Parameters:
    ///   - ruleId: the room of a room rule, the user of a sender rule, otherwise a name without slashes that does not begin with a dot.
    ///   - scope: the devices for which it applies.
    ///   - kind: the list that it belongs to.
    ///   - actions: the actions of the rule. A rule without actions prevents later rules from notifying the user.
    ///   - pattern: the pattern of a content rule.
    ///   - conditions: the conditions of an override or underride rule.
    ///   - before: one of the user's own rules. The new rule is placed right before it.
    ///   - after: one of the user's own rules. The new rule is placed right after it.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func addPushRule(
        ruleId: String, scope: MXPushRuleScope = .global, kind: MXPushRuleKind, actions: [MXPushRuleAction],
        pattern: String? = nil,
        conditions: [MXPushRuleCondition]? = nil, before: String? = nil, after: String? = nil
    ) async throws {
        let takesConditions = kind == .override || kind == .underride
        let request = SetPushRuleRequest(
            key: key(ruleId, scope, kind), actions: actions.map(\.json),
            conditions: takesConditions ? (conditions ?? []).map(\.json) : nil,
            pattern: kind == .content ? pattern : nil, before: before, after: after)
        _ = try await perform(Endpoints.setPushRule, request)
    }

    /// Replaces the actions of a rule, including the server's own rules.
    /// - Parameters:
    ///   - ruleId: the rule's ``/SDNValues/MXPushRule/ruleId``.
    ///   - scope: the devices for which it applies.
    ///   - kind: the list that it belongs to.
    ///   - actions: the new actions.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func updateActions(
        forPushRule ruleId: String, scope: MXPushRuleScope = .global, kind: MXPushRuleKind, actions: [MXPushRuleAction]
    ) async throws {
        _ = try await perform(
            Endpoints.setPushRuleActions,
            SetPushRuleActionsRequest(key: key(ruleId, scope, kind), actions: actions.map(\.json)))
    }

    /// Returns a page of the user's notifications, newest first.
    /// - Parameters:
    ///   - token: ``/SDNValues/MXNotificationsResponse/nextToken`` of the previous page; `nil` for the newest.
    ///   - limit: the greatest number of notifications; `nil` leaves it to the node.
    ///   - onlyHighlights: true to list only highlighted events.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func notifications(from token: String? = nil, limit: UInt? = nil, onlyHighlights: Bool = false) async throws
        -> MXNotificationsResponse
    {
        let request = NotificationsRequest(
            from: token, limit: limit.map(Int.init(clamping:)), only: onlyHighlights ? "highlight" : nil)
        return try await perform(Endpoints.notifications, request, as: MXNotificationsResponse.self)
    }

    private func key(_ ruleId: String, _ scope: MXPushRuleScope, _ kind: MXPushRuleKind) -> PushRuleKey {
        PushRuleKey(scope: scope.identifier, kind: kind.identifier, ruleID: ruleId)
    }
}
