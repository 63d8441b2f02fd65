import GRDB
import HeraldJSON
import SDNWire

/// Reads and changes the push rules of users.
struct PushRuleService: Sendable {
    /// The number of bytes of a user's push rules for which a change of the rules costs one more write against the rate limit.
    private static let bytesPerWrite = 64 << 10
    let services: NodeServices

    func ruleset(of user: String) async throws -> PushRuleset {
        try await services.database.read { db in try PushRuleStore.ruleset(of: user, in: db) }
    }

    /// Adds or replaces a rule of the user.
    /// - Throws: `M_UNKNOWN` if `before` or `after` names no rule of the user; `M_INVALID_PARAM` if there are too many rules;
    ///   `M_RESOURCE_LIMIT_EXCEEDED` if the rules are too large or cost too much for every message.
    func set(_ rule: PushRule, of user: String, before: String?, after: String?) async throws {
        try await enlarge(user) { rules in
            rules[rule.kind].removeAll { $0.id.isIdentical(to: rule.id) }
            rules[rule.kind].append(rule)
        } write: { db in
            try PushRuleStore.set(rule, of: user, before: before, after: after, in: db)
        }
    }

    /// - Throws: `M_NOT_FOUND` if there is no such rule; `M_RESOURCE_LIMIT_EXCEEDED` as ``set(_:of:before:after:)``.
    func setActions(_ actions: [JSONValue], _ kind: PushRuleKind, _ id: String, of user: String) async throws {
        try await enlarge(user) { rules in
            guard let index = rules[kind].firstIndex(where: { $0.id.isIdentical(to: id) }) else { return }
            rules[kind][index].actions = PushActions(actions)
        } write: { db in
            try PushRuleStore.setActions(actions, kind, id, of: user, in: db)
        }
    }

    /// - Throws: `M_NOT_FOUND` if there is no such rule.
    func setEnabled(_ isEnabled: Bool, _ kind: PushRuleKind, _ id: String, of user: String) async throws {
        try await change(user) { db in try PushRuleStore.setEnabled(isEnabled, kind, id, of: user, in: db) }
    }

    /// - Throws: `M_NOT_FOUND` if the user has no such own rule.
    func remove(_ kind: PushRuleKind, _ id: String, of user: String) async throws {
        try await change(user) { db in try PushRuleStore.remove(kind, id, of: user, in: db) }
    }

    /// Makes a change that can enlarge the user's rules. The change is refused if the rules would exceed the limits.
    /// - Parameter change: the change that `write` makes.
    private func enlarge(
        _ user: String, _ change: @escaping @Sendable (inout PushRuleset) -> Void,
        write: @escaping @Sendable (Database) throws -> Void
    ) async throws {
        let limits = services.configuration.userLimits
        let cost = try await services.database.read { db in try PushRuleCost(of: user, with: change, in: db) }
        try await self.change(user) { db in
            let isCurrent = try cost.isCurrent(for: user, in: db)
            try write(db)
            try PushRuleStore.check(user, isCurrent ? cost : PushRuleCost(of: user, in: db), limits, in: db)
        }
    }

    /// Writes the change and wakes the user's other devices.
    private func change(_ user: String, _ body: @escaping @Sendable (Database) throws -> Void) async throws {
        let (memory, limits) = (services.push, services.limits)
        defer { memory.forgetRules(of: user) }
        try await services.database.write { db in
            try body(db)
            // A change of many rules costs more, because the one writer reads all rules of the user again after each change.
            let price = try PushRuleStore.bytes(of: user, in: db) / Self.bytesPerWrite
            if price > 0 { try limits.use(.send(user: user), cost: price) }
            memory.forgetRules(of: user)
        }
        services.notifier.wake(users: [user])
    }
}
