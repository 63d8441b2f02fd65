import HeraldJSON
import SDNWire

/// The endpoints that read and change push rules (SDN sheet 3.1 and 6.3).
struct PushRuleRoutes: Sendable {
    let services: NodeServices
    private var rules: PushRuleService { PushRuleService(services: services) }

    func register(in routes: inout RouteTable) {
        let service = self, rules = rules
        routes.on(Endpoints.pushRules) { _, call in
            // The slash is part of the path (Matrix: getPushRules).
            guard call.mayBeListPath else { throw MatrixError(.unrecognized, "Unknown path.") }
            return try await service.answer(call) { .object(["global": $0.json]) }
        }
        routes.on(Endpoints.pushRulesOfScope) { request, call in
            try Self.requireSlash(call)
            try Self.requireGlobal(request.scope)
            return try await service.answer(call) { $0.json }
        }
        routes.on(Endpoints.pushRulesOfKind) { request, call in
            try Self.requireSlash(call)
            try Self.requireGlobal(request.scope)
            guard let kind = PushRuleKind(rawValue: request.kind ?? "") else {
                throw Self.badRequest("This kind of push rules does not exist.")
            }
            return try await service.answer(call) { .array($0[kind].map(\.json)) }
        }
        routes.on(Endpoints.pushRule) { request, call in try await service.answer(call, request) { $0.json } }
        routes.on(Endpoints.pushRuleEnabled) { request, call in
            try await service.answer(call, request) { ["enabled": .bool($0.isEnabled)] }
        }
        routes.on(Endpoints.pushRuleActions) { request, call in
            try await service.answer(call, request) { ["actions": .array($0.actions.list)] }
        }
        routes.on(Endpoints.setPushRule) { request, call in
            let rule = try NewPushRule(request, service.services.configuration.userLimits).rule
            try await rules.set(rule, of: call.authenticated().userID, before: request.before, after: request.after)
            return EmptyObject()
        }
        routes.on(Endpoints.removePushRule) { request, call in
            try Self.requireGlobal(request.scope)
            guard let kind = PushRuleKind(rawValue: request.kind) else { throw PushRuleStore.unknownRule }
            try await rules.remove(kind, request.ruleID, of: call.authenticated().userID)
            return EmptyObject()
        }
        routes.on(Endpoints.setPushRuleEnabled) { request, call in
            let kind = try NewPushRule.kind(request.key)
            try await rules.setEnabled(request.isEnabled, kind, request.key.ruleID, of: call.authenticated().userID)
            return EmptyObject()
        }
        routes.on(Endpoints.setPushRuleActions) { request, call in
            let kind = try NewPushRule.kind(request.key)
            try NewPushRule.check(actions: request.actions)
            try await rules.setActions(request.actions, kind, request.key.ruleID, of: call.authenticated().userID)
            return EmptyObject()
        }
    }

    private func answer(_ call: Call, _ part: @escaping @Sendable (PushRuleset) throws -> JSONValue) async throws
        -> RawJSON
    {
        let ruleset = try await rules.ruleset(of: call.authenticated().userID)
        return RawJSON(assembled: try part(ruleset).serialized())
    }

    private func answer(_ call: Call, _ key: PushRuleKey, _ part: @escaping @Sendable (PushRule) -> JSONValue)
        async throws -> RawJSON
    {
        let kind = try Self.kind(key.kind, scope: key.scope)
        return try await answer(call) { rules in
            guard let rule = rules.rule(kind, key.ruleID) else { throw PushRuleStore.unknownRule }
            return part(rule)
        }
    }

    /// - Throws: a ``StatusedError`` with 400 for any other scope.
    static func requireGlobal(_ scope: String) throws(StatusedError) {
        guard scope == "global" else { throw badRequest("Push rules have only the scope global.") }
    }

    /// Checks that the path of a list ends with a slash. Without it, the path names an incomplete rule.
    private static func requireSlash(_ call: Call) throws(StatusedError) {
        guard call.mayBeListPath else { throw badRequest("The path of a list of push rules ends with a slash.") }
    }

    private static func badRequest(_ reason: String) -> StatusedError {
        StatusedError(status: 400, error: MatrixError(.unrecognized, reason))
    }

    private static func kind(_ text: String, scope: String) throws -> PushRuleKind {
        try requireGlobal(scope)
        guard let kind = PushRuleKind(rawValue: text) else {
            throw MatrixError(.unrecognized, "This kind of push rules does not exist.")
        }
        return kind
    }
}

/// A checked rule from a request.
private struct NewPushRule {
    private static let sizeLimit = 16_384
    private static let idLimit = 512

    let rule: PushRule

    /// - Throws: `M_UNKNOWN` if the ID, the kind or an action is invalid; `M_TOO_LARGE` if the rule is too large; `M_BAD_JSON` if it is nested too
    ///   deeply; `WireError` or `JSONError` naming the member.
    init(_ request: SetPushRuleRequest, _ limits: UserLimits) throws {
        let kind = try Self.kind(request.key), id = request.key.ruleID
        guard id.utf8.first != UInt8(ascii: ".") else {
            throw MatrixError(.unknown, "ruleId: only the server's rules have names that begin with a dot.")
        }
        try Self.check(actions: request.actions)
        if kind.takesConditions {
            guard let conditions = request.conditions else {
                throw WireError(.missing, field: "conditions", reason: "a rule of this kind needs conditions")
            }
            guard conditions.count <= limits.conditionsPerPushRule else {
                throw MatrixError(.tooLarge, "conditions: a rule has at most \(limits.conditionsPerPushRule).")
            }
            guard conditions.allSatisfy({ $0["kind"]?.stringValue != nil }) else {
                throw MatrixError(.unknown, "conditions: each is an object with a kind.")
            }
        }
        if kind == .content {
            guard let pattern = request.pattern else {
                throw WireError(.missing, field: "pattern", reason: "a content rule needs a pattern")
            }
            guard PushPattern(try StoredText.checked(pattern, field: "pattern")) != nil else {
                throw WireError(
                    .tooLong, field: "pattern", reason: "a pattern has at most \(PushPattern.lengthLimit) characters")
            }
        }
        rule = PushRule(
            kind, id: id, conditions: request.conditions ?? [], pattern: request.pattern, actions: request.actions)
        let json = rule.json
        guard json.isNested(within: EventFormat.depthLimit) else {
            throw MatrixError(.badJSON, "The content has more than \(EventFormat.depthLimit) levels.")
        }
        guard json.serialized().count <= Self.sizeLimit else {
            throw MatrixError(.tooLarge, "A push rule has at most \(Self.sizeLimit) bytes.")
        }
    }

    static func kind(_ key: PushRuleKey) throws -> PushRuleKind {
        try PushRuleRoutes.requireGlobal(key.scope)
        guard let kind = PushRuleKind(rawValue: key.kind) else {
            throw MatrixError(.unknown, "This kind of push rules does not exist.")
        }
        guard !key.ruleID.utf8.contains(UInt8(ascii: "/")), !key.ruleID.utf8.contains(UInt8(ascii: "\\")) else {
            throw MatrixError(.unknown, "ruleId: a rule ID has no slashes.")
        }
        guard key.ruleID.utf8.count <= idLimit else {
            throw WireError(.tooLong, field: "ruleId", reason: "at most \(idLimit) bytes")
        }
        return kind
    }

    /// - Throws: `M_UNKNOWN` if an action is unknown, as on other servers; `M_TOO_LARGE` if the actions are too large.
    static func check(actions: [JSONValue]) throws {
        for action in actions {
            switch action {
            case .string("notify"), .string("dont_notify"), .string("coalesce"): continue
            case .object(let object) where object["set_tweak"]?.stringValue != nil: continue
            default: throw MatrixError(.unknown, "actions: an action is notify or an object with set_tweak.")
            }
        }
        let json = JSONValue.array(actions)
        guard json.isNested(within: EventFormat.depthLimit), json.serialized().count <= sizeLimit else {
            throw MatrixError(.tooLarge, "actions: at most \(sizeLimit) bytes.")
        }
    }
}
