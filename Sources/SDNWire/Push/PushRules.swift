import HeraldJSON

extension Endpoints {
    /// Returns all push rules of the user (SDN sheet 3.1 and 6.3). The final slash is part of the path.
    /// Matrix: [getPushRules](https://spec.matrix.org/v1.18/client-server-api/#get_matrixclientv3pushrules).
    package static let pushRules = Endpoint<NoInput, RawJSON>(.get, .client(.r0), "pushrules/")
    /// Returns the rules of one scope.
    /// Matrix: [getPushRulesGlobal](https://spec.matrix.org/v1.18/client-server-api/#get_matrixclientv3pushrulesglobal).
    package static let pushRulesOfScope = Endpoint<PushRuleListRequest, RawJSON>(
        .get, .client(.r0), "pushrules/{scope}/")
    /// Returns the rules of one kind (SDN sheet 7.2). Matrix 1.18 has no such operation.
    package static let pushRulesOfKind = Endpoint<PushRuleListRequest, RawJSON>(
        .get, .client(.r0), "pushrules/{scope}/{kind}/")
    /// Returns one push rule.
    /// Matrix: [getPushRule](https://spec.matrix.org/v1.18/client-server-api/#get_matrixclientv3pushrulesglobalkindruleid).
    package static let pushRule = Endpoint<PushRuleKey, RawJSON>(
        .get, .client(.r0), "pushrules/{scope}/{kind}/{ruleId}")
    /// Adds or replaces a rule.
    /// Matrix: [setPushRule](https://spec.matrix.org/v1.18/client-server-api/#put_matrixclientv3pushrulesglobalkindruleid).
    package static let setPushRule = Endpoint<SetPushRuleRequest, EmptyObject>(
        .put, .client(.r0), "pushrules/{scope}/{kind}/{ruleId}")
    /// Removes a push rule.
    /// Matrix: [deletePushRule](https://spec.matrix.org/v1.18/client-server-api/#delete_matrixclientv3pushrulesglobalkindruleid).
    package static let removePushRule = Endpoint<PushRuleKey, EmptyObject>(
        .delete, .client(.r0), "pushrules/{scope}/{kind}/{ruleId}")
    /// Returns true if a push rule is enabled.
    /// Matrix: [isPushRuleEnabled](https://spec.matrix.org/v1.18/client-server-api/#get_matrixclientv3pushrulesglobalkindruleidenabled).
    package static let pushRuleEnabled = Endpoint<PushRuleKey, RawJSON>(
        .get, .client(.r0), "pushrules/{scope}/{kind}/{ruleId}/enabled")
    /// Enables or disables a push rule.
    /// Matrix: [setPushRuleEnabled](https://spec.matrix.org/v1.18/client-server-api/#put_matrixclientv3pushrulesglobalkindruleidenabled).
    package static let setPushRuleEnabled = Endpoint<SetPushRuleEnabledRequest, EmptyObject>(
        .put, .client(.r0), "pushrules/{scope}/{kind}/{ruleId}/enabled")
    /// Returns the actions of a push rule.
    /// Matrix: [getPushRuleActions](https://spec.matrix.org/v1.18/client-server-api/#get_matrixclientv3pushrulesglobalkindruleidactions).
    package static let pushRuleActions = Endpoint<PushRuleKey, RawJSON>(
        .get, .client(.r0), "pushrules/{scope}/{kind}/{ruleId}/actions")
    /// Replaces the actions of a push rule.
    /// Matrix: [setPushRuleActions](https://spec.matrix.org/v1.18/client-server-api/#put_matrixclientv3pushrulesglobalkindruleidactions).
    package static let setPushRuleActions = Endpoint<SetPushRuleActionsRequest, EmptyObject>(
        .put, .client(.r0), "pushrules/{scope}/{kind}/{ruleId}/actions")
    /// Lists the events that the user was notified of, newest first.
    /// Matrix: [getNotifications](https://spec.matrix.org/v1.18/client-server-api/#get_matrixclientv3notifications).
    package static let notifications = Endpoint<NotificationsRequest, RawJSON>(.get, .client(.r0), "notifications")
}

/// Selects push rules by their scope and, optionally, by their kind.
package struct PushRuleListRequest: WireRequest, Hashable {
    package var scope: String
    package var kind: String?

    package init(scope: String, kind: String? = nil) {
        self.scope = scope
        self.kind = kind
    }
    package init(parts: RequestParts) throws {
        self.scope = try parts.pathValue("scope")
        self.kind = parts.path["kind"]
    }
    package func parts() -> RequestParts {
        var path = ["scope": scope]
        path["kind"] = kind
        return RequestParts(path: path)
    }
}

/// Identifies one rule.
package struct PushRuleKey: WireRequest, Hashable {
    /// The scope of the rule. The Matrix specification has only the scope `global` left.
    package var scope: String
    package var kind: String
    package var ruleID: String

    package init(scope: String, kind: String, ruleID: String) {
        self.scope = scope
        self.kind = kind
        self.ruleID = ruleID
    }
    package init(parts: RequestParts) throws {
        self.scope = try parts.pathValue("scope")
        self.kind = try parts.pathValue("kind")
        self.ruleID = try parts.pathValue("ruleId")
    }
    package func parts() -> RequestParts { RequestParts(path: ["scope": scope, "kind": kind, "ruleId": ruleID]) }
}

/// A rule as a user sets it. Only content rules use `pattern`. Only override and underride rules use `conditions`.
package struct SetPushRuleRequest: WireRequest, Hashable {
    package var key: PushRuleKey
    package var actions: [JSONValue]
    package var conditions: [JSONValue]?
    package var pattern: String?
    /// The ID of another rule of the user. This rule is inserted before that rule and is evaluated earlier.
    package var before: String?
    /// The ID of another rule of the user. This rule is inserted after that rule.
    package var after: String?

    package init(
        key: PushRuleKey, actions: [JSONValue], conditions: [JSONValue]? = nil, pattern: String? = nil,
        before: String? = nil, after: String? = nil
    ) {
        self.key = key
        self.actions = actions
        self.conditions = conditions
        self.pattern = pattern
        self.before = before
        self.after = after
    }
    package init(parts: RequestParts) throws {
        let body = try parts.object()
        self.key = try PushRuleKey(parts: parts)
        self.actions = try body.array("actions")
        self.conditions = try body.optionalArray("conditions")
        self.pattern = try body.optionalString("pattern")
        self.before = parts.query["before"]
        self.after = parts.query["after"]
    }
    package func parts() -> RequestParts {
        var parts = key.parts()
        var body: JSONObject = ["actions": .array(actions)]
        body.set("conditions", conditions.map(JSONValue.array))
        body.set("pattern", pattern)
        parts.body = .object(body)
        parts.query["before"] = before
        parts.query["after"] = after
        return parts
    }
}

/// Enables or disables a rule. The body may also be a bare `true` or `false`, because some clients send that (SDN sheet 3.1).
package struct SetPushRuleEnabledRequest: WireRequest, Hashable {
    package var key: PushRuleKey
    package var isEnabled: Bool

    package init(key: PushRuleKey, isEnabled: Bool) {
        self.key = key
        self.isEnabled = isEnabled
    }
    package init(parts: RequestParts) throws {
        self.key = try PushRuleKey(parts: parts)
        self.isEnabled = try parts.body?.boolValue ?? parts.object().bool("enabled")
    }
    package func parts() -> RequestParts {
        var parts = key.parts()
        parts.body = ["enabled": .bool(isEnabled)]
        return parts
    }
}

/// Replaces the actions of a rule.
package struct SetPushRuleActionsRequest: WireRequest, Hashable {
    package var key: PushRuleKey
    package var actions: [JSONValue]

    package init(key: PushRuleKey, actions: [JSONValue]) {
        self.key = key
        self.actions = actions
    }
    package init(parts: RequestParts) throws {
        self.key = try PushRuleKey(parts: parts)
        self.actions = try parts.object().array("actions")
    }
    package func parts() -> RequestParts {
        var parts = key.parts()
        parts.body = ["actions": .array(actions)]
        return parts
    }
}

/// Requests one page of the events that the user was notified of.
package struct NotificationsRequest: WireRequest, Hashable {
    /// The `next_token` of the previous page.
    package var from: String?
    package var limit: Int?
    /// The filter of the list. `highlight` selects only highlighted events.
    package var only: String?

    package init(from: String? = nil, limit: Int? = nil, only: String? = nil) {
        self.from = from
        self.limit = limit
        self.only = only
    }
    package init(parts: RequestParts) throws {
        self.from = parts.query["from"]
        self.limit = try parts.queryInt("limit")
        self.only = parts.query["only"]
    }
    package func parts() -> RequestParts {
        var query: [String: String] = [:]
        query["from"] = from
        query["limit"] = limit.map(String.init)
        query["only"] = only
        return RequestParts(query: query)
    }
}
