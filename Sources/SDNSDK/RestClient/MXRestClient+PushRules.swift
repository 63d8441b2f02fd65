import HeraldJSON
import SDNWire

/// Push rules (SDN sheet 3.1 and 6.3).
extension MXRestClient {
    /// Every push rule of the user.
    public func pushRules() async throws -> MXPushRulesResponse {
        try await perform(Endpoints.pushRules, NoInput(), as: MXPushRulesResponse.self)
    }

    /// Switches a rule on or off, one of the server's too.
    /// - Parameters:
    ///   - ruleId: the rule's ``MXPushRule/ruleId``.
    ///   - scope: where it counts.
    ///   - kind: in which list it stands.
    ///   - enabled: whether it is to be on.
    public func setPushRuleEnabled(ruleId: String, scope: MXPushRuleScope = .global, kind: MXPushRuleKind, enabled: Bool) async throws {
        _ = try await perform(Endpoints.setPushRuleEnabled, SetPushRuleEnabledRequest(key: key(ruleId, scope, kind), isEnabled: enabled))
    }

    /// Removes a rule of the user's own; the server's stay.
    /// - Parameters:
    ///   - ruleId: the rule's ``MXPushRule/ruleId``.
    ///   - scope: where it counts.
    ///   - kind: in which list it stands.
    public func removePushRule(ruleId: String, scope: MXPushRuleScope = .global, kind: MXPushRuleKind) async throws {
        _ = try await perform(Endpoints.removePushRule, key(ruleId, scope, kind))
    }

    /// Adds a rule before all others of its kind, or replaces it.
    /// - Parameters:
    ///   - ruleId: the room of a room rule, the user of a sender rule, else a name that does not begin with a dot; without slashes.
    ///   - scope: where it counts.
    ///   - kind: in which list it stands.
    ///   - actions: what the rule does; none means that it keeps other rules from telling the user.
    ///   - pattern: of a content rule what to look for.
    ///   - conditions: of override and underride rules what has to hold.
    ///   - before: a rule of the user's own to stand right before, so that the new one is asked earlier.
    ///   - after: a rule of the user's own to stand right after.
    public func addPushRule(
        ruleId: String, scope: MXPushRuleScope = .global, kind: MXPushRuleKind, actions: [MXPushRuleAction], pattern: String? = nil,
        conditions: [MXPushRuleCondition]? = nil, before: String? = nil, after: String? = nil
    ) async throws {
        let takesConditions = kind == .override || kind == .underride
        let request = SetPushRuleRequest(
            key: key(ruleId, scope, kind), actions: actions.map(\.json), conditions: takesConditions ? (conditions ?? []).map(\.json) : nil,
            pattern: kind == .content ? pattern : nil, before: before, after: after)
        _ = try await perform(Endpoints.setPushRule, request)
    }

    /// Replaces what a rule does, one of the server's too.
    /// - Parameters:
    ///   - ruleId: the rule's ``MXPushRule/ruleId``.
    ///   - scope: where it counts.
    ///   - kind: in which list it stands.
    ///   - actions: what the rule does from now on.
    public func updateActions(
        forPushRule ruleId: String, scope: MXPushRuleScope = .global, kind: MXPushRuleKind, actions: [MXPushRuleAction]
    ) async throws {
        _ = try await perform(
            Endpoints.setPushRuleActions, SetPushRuleActionsRequest(key: key(ruleId, scope, kind), actions: actions.map(\.json)))
    }

    /// What the user was told of, newest first.
    /// - Parameters:
    ///   - token: ``MXNotificationsResponse/nextToken`` of the page before; `nil` for the newest.
    ///   - limit: at most so many; `nil` leaves it to the node.
    ///   - onlyHighlights: whether only events that stand out are wanted.
    public func notifications(from token: String? = nil, limit: UInt? = nil, onlyHighlights: Bool = false) async throws -> MXNotificationsResponse {
        let request = NotificationsRequest(from: token, limit: limit.map(Int.init(clamping:)), only: onlyHighlights ? "highlight" : nil)
        return try await perform(Endpoints.notifications, request, as: MXNotificationsResponse.self)
    }

    private func key(_ ruleId: String, _ scope: MXPushRuleScope, _ kind: MXPushRuleKind) -> PushRuleKey {
        PushRuleKey(scope: scope.identifier, kind: kind.identifier, ruleID: ruleId)
    }
}
