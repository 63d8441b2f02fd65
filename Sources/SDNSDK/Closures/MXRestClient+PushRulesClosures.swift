import HeraldJSON
import SDNClient
import SDNValues

/// Closure forms of the calls for push rules (SDN sheet 3.1). Actions and conditions are Foundation's JSON objects, as in the original SDK.
extension MXRestClient {
    /// The closure form of ``/SDNClient/MXRestClient/pushRules()``.
    @discardableResult
    public func pushRules(completion: @escaping @Sendable (MXResponse<MXPushRulesResponse>) -> Void) -> MXHTTPOperation
    {
        adapt(completion) { try await self.pushRules() }
    }

    /// The closure form of ``/SDNClient/MXRestClient/setPushRuleEnabled(ruleId:scope:kind:enabled:)``.
    @discardableResult
    public func setPushRuleEnabled(
        ruleId: String, scope: MXPushRuleScope, kind: MXPushRuleKind, enabled: Bool,
        completion: @escaping @Sendable (MXResponse<Void>) -> Void
    ) -> MXHTTPOperation {
        adapt(completion) {
            try await self.setPushRuleEnabled(ruleId: ruleId, scope: scope, kind: kind, enabled: enabled)
        }
    }

    /// The closure form of ``/SDNClient/MXRestClient/removePushRule(ruleId:scope:kind:)``.
    @discardableResult
    public func removePushRule(
        ruleId: String, scope: MXPushRuleScope, kind: MXPushRuleKind,
        completion: @escaping @Sendable (MXResponse<Void>) -> Void
    ) -> MXHTTPOperation {
        adapt(completion) { try await self.removePushRule(ruleId: ruleId, scope: scope, kind: kind) }
    }

    /// The closure form of ``/SDNClient/MXRestClient/addPushRule(ruleId:scope:kind:actions:pattern:conditions:before:after:)``.
    @discardableResult
    public func addPushRule(
        ruleId: String, scope: MXPushRuleScope, kind: MXPushRuleKind, actions: [Any], pattern: String?,
        conditions: [[String: Any]]?,
        completion: @escaping @Sendable (MXResponse<Void>) -> Void
    ) -> MXHTTPOperation {
        let actions = Result { try Self.actions(actions) }
        let conditions = Result {
            try conditions?.enumerated().map {
                MXPushRuleCondition(try JSONValue(foundation: $1, field: "conditions[\($0)]"))
            }
        }
        return adapt(completion) {
            try await self.addPushRule(
                ruleId: ruleId, scope: scope, kind: kind, actions: actions.get(), pattern: pattern,
                conditions: conditions.get())
        }
    }

    /// The closure form of ``/SDNClient/MXRestClient/updateActions(forPushRule:scope:kind:actions:)``.
    @discardableResult
    public func updateActions(
        forPushRule ruleId: String, scope: MXPushRuleScope, kind: MXPushRuleKind, actions: [Any],
        success: @escaping @Sendable () -> Void, failure: (@Sendable (any Error) -> Void)? = nil
    ) -> MXHTTPOperation {
        let actions = Result { try Self.actions(actions) }
        return adapt({ (_: Void) in success() }, failure) {
            try await self.updateActions(forPushRule: ruleId, scope: scope, kind: kind, actions: actions.get())
        }
    }

    private static func actions(_ list: [Any]) throws -> [MXPushRuleAction] {
        try list.enumerated().map { MXPushRuleAction(json: try JSONValue(foundation: $1, field: "actions[\($0)]")) }
    }
}
