import GRDB
import HeraldJSON
import SDNWire

/// The endpoints that read and change push rules (SDN sheet 3.1 and 6.3).
struct PushRuleRoutes: Sendable {
    let services: NodeServices
    /// The number of bytes of a user's push rules for which a change of the rules costs one more write against the rate limit.
    private static let bytesPerWrite = 64 << 10

    func register(in routes: inout RouteTable) {
        let service = self
        routes.on(Endpoints.pushRules) { _, call in try await service.answer(call) { .object(["global": $0.json]) } }
        routes.on(Endpoints.pushRulesOfScope) { request, call in
            try Self.requireGlobal(request.scope)
            return try await service.answer(call) { $0.json }
        }
        routes.on(Endpoints.pushRulesOfKind) { request, call in
            let kind = try Self.kind(request.kind ?? "", scope: request.scope)
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
            let limits = service.services.configuration.userLimits
            let rule = try NewPushRule(request, limits).rule
            return try await service.set(call) { rules in
                rules[rule.kind].removeAll { $0.id.isIdentical(to: rule.id) }
                rules[rule.kind].append(rule)
            } write: { user, db in
                try PushRuleStore.set(rule, of: user, before: request.before, after: request.after, in: db)
            }
        }
        routes.on(Endpoints.removePushRule) { request, call in
            try Self.requireGlobal(request.scope)
            guard let kind = PushRuleKind(rawValue: request.kind) else { throw PushRuleStore.unknownRule }
            return try await service.change(call) { user, db in
                try PushRuleStore.remove(kind, request.ruleID, of: user, in: db)
            }
        }
        routes.on(Endpoints.setPushRuleEnabled) { request, call in
            let kind = try NewPushRule.kind(request.key)
            return try await service.change(call) { user, db in
                try PushRuleStore.setEnabled(request.isEnabled, kind, request.key.ruleID, of: user, in: db)
            }
        }
        routes.on(Endpoints.setPushRuleActions) { request, call in
            let kind = try NewPushRule.kind(request.key)
            try NewPushRule.check(actions: request.actions)
            return try await service.set(call) { rules in
                guard let index = rules[kind].firstIndex(where: { $0.id.isIdentical(to: request.key.ruleID) }) else {
                    return
                }
                rules[kind][index].actions = PushActions(request.actions)
            } write: { user, db in
                try PushRuleStore.setActions(request.actions, kind, request.key.ruleID, of: user, in: db)
            }
        }
    }

    private func answer(_ call: Call, _ part: @escaping @Sendable (PushRuleset) throws -> JSONValue) async throws
        -> RawJSON
    {
        let user = try call.authenticated().userID
        let rules = try await services.database.read { db in try PushRuleStore.ruleset(of: user, in: db) }
        return RawJSON(assembled: try part(rules).serialized())
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

    /// Makes a change that can enlarge the user's rules. The change is refused if the rules would exceed the limits.
    /// - Parameter change: the change that `write` makes.
    private func set(
        _ call: Call, _ change: @escaping @Sendable (inout PushRuleset) -> Void,
        write: @escaping @Sendable (_ user: String, Database) throws -> Void
    ) async throws -> EmptyObject {
        let user = try call.authenticated().userID
        let limits = services.configuration.userLimits
        let cost = try await services.database.read { db in try PushRuleCost(of: user, with: change, in: db) }
        return try await self.change(call) { user, db in
            let isCurrent = try cost.isCurrent(for: user, in: db)
            try write(user, db)
            try PushRuleStore.check(user, isCurrent ? cost : PushRuleCost(of: user, in: db), limits, in: db)
        }
    }

    /// Writes the change and wakes the user's other devices.
    private func change(_ call: Call, _ body: @escaping @Sendable (_ user: String, Database) throws -> Void)
        async throws -> EmptyObject
    {
        let user = try call.authenticated().userID
        let (memory, limits) = (services.push, services.limits)
        defer { memory.forgetRules(of: user) }
        try await services.database.write { db in
            try body(user, db)
            // A change of many rules costs more, because the one writer reads all rules of the user again after each change.
            let price = try PushRuleStore.bytes(of: user, in: db) / Self.bytesPerWrite
            if price > 0 { try limits.use(.send(user: user), cost: price) }
            memory.forgetRules(of: user)
        }
        services.notifier.wake(users: [user])
        return EmptyObject()
    }

    static func requireGlobal(_ scope: String) throws(MatrixError) {
        guard scope == "global" else {
            throw MatrixError(.unrecognized, "Push rules have only the scope global.")
        }
    }

    private static func kind(_ text: String, scope: String) throws(MatrixError) -> PushRuleKind {
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
