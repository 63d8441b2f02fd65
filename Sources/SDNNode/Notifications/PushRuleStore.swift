import Foundation
import GRDB
import HeraldJSON
import SDNWire

/// The push rules of all users, stored as differences from the defaults: the users' own rules, and their changes to the server's rules.
enum PushRuleStore {
    static let perUser = 1_000
    /// The approximate bytes that the push rules of one user may take in memory. A thousand ordinary rules take 1.5 MB. Unknown conditions and
    /// actions, and paths with a thousand dots, take up to forty times their written size.
    static let weightLimit = 2 << 20
    /// The type under which sync and account data contain the rules.
    static let accountDataType = "m.push_rules"

    /// Returns the joined users of a room who have changed a push rule.
    static func customised(in room: RoomRowID, in db: Database) throws -> Set<String> {
        try Set(
            String.fetchAll(
                db.cachedStatement(
                    sql: """
                        SELECT m.user FROM membership m JOIN push_custom c ON c.user = m.user
                        WHERE m.room = ? AND m.membership = 'join'
                        """),
                arguments: [room]))
    }

    /// Returns the position up to which a user had only the default push rules; `nil` if the user has never changed a rule. Up to this position, the
    /// shared notifications of the default rules apply to the user.
    static func sharesDefaultsUntil(_ user: String, in db: Database) throws -> Int64? {
        try Int64.fetchOne(db.cachedStatement(sql: "SELECT since FROM push_custom WHERE user = ?"), arguments: [user])
    }

    static func ruleset(of user: String, in db: Database) throws -> PushRuleset {
        let defaults = PushRuleset.defaults(for: user)
        let rows = try Row.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT kind, rule_id, place IS NOT NULL, is_enabled, conditions, pattern, actions FROM push_rule WHERE user = ? ORDER BY place
                    """),
            arguments: [user])
        guard !rows.isEmpty else { return defaults }
        var own: [PushRuleKind: [PushRule]] = [:], rules = defaults
        for row in rows {
            guard let kind = PushRuleKind(rawValue: row[0]) else { continue }
            let id: String = row[1], isOwn: Bool = row[2], isEnabled: Bool? = row[3]
            if isOwn {
                own[kind, default: []].append(
                    PushRule(
                        kind, id: id, isEnabled: isEnabled ?? true, conditions: try list(row[4]) ?? [], pattern: row[5],
                        actions: try list(row[6]) ?? []))
            } else if let index = rules[kind].firstIndex(where: { $0.id == id }) {
                if let isEnabled { rules[kind][index].isEnabled = isEnabled }
                if let actions = try list(row[6]) { rules[kind][index].actions = PushActions(actions) }
            }
        }
        for (kind, list) in own {
            let masters = rules[kind].prefix { $0.id == PushRuleset.master }
            rules[kind] = Array(masters) + list + rules[kind].dropFirst(masters.count)
        }
        return rules
    }

    /// Returns the user's own rules with an ID, at most one of each kind.
    static func own(_ id: String, of user: String, in db: Database) throws -> [PushRule] {
        let statement = try db.cachedStatement(
            sql: """
                SELECT is_enabled, conditions, pattern, actions FROM push_rule
                WHERE user = ? AND kind = ? AND rule_id = ? AND place IS NOT NULL
                """)
        return try PushRuleKind.allCases.compactMap { kind in
            try Row.fetchOne(statement, arguments: [user, kind.rawValue, id]).map { row in
                PushRule(
                    kind, id: id, isEnabled: row[0] ?? true, conditions: try list(row[1]) ?? [], pattern: row[2],
                    actions: try list(row[3]) ?? [])
            }
        }
    }

    /// Adds or replaces a rule of the user. A replaced rule stays enabled or disabled.
    /// - Throws: `M_UNKNOWN` if `before` or `after` names no rule of the user; `M_INVALID_PARAM` if there are too many rules.
    static func set(_ rule: PushRule, of user: String, before: String?, after: String?, in db: Database) throws {
        var order = try String.fetchAll(
            db, sql: "SELECT rule_id FROM push_rule WHERE user = ? AND kind = ? AND place IS NOT NULL ORDER BY place",
            arguments: [user, rule.kind.rawValue])
        let wasThere = order.contains(rule.id)
        order.removeAll { $0 == rule.id }
        var index = order.startIndex
        if let neighbour = before ?? after {
            guard let found = order.firstIndex(of: neighbour) else {
                throw MatrixError(
                    .unknown, "\(before == nil ? "after" : "before"): you have no such rule of this kind.")
            }
            index = before == nil ? found + 1 : found
        }
        order.insert(rule.id, at: index)
        let count = try Int.fetchOne(db, sql: "SELECT count(*) FROM push_rule WHERE user = ?", arguments: [user]) ?? 0
        guard wasThere || count < perUser else {
            throw MatrixError(.invalidParam, "A user has at most \(perUser) push rules.")
        }
        try db.execute(
            sql: """
                INSERT INTO push_rule (user, kind, rule_id, place, is_enabled, conditions, pattern, actions) VALUES (?, ?, ?, 0, 1, ?, ?, ?)
                ON CONFLICT DO UPDATE SET conditions = excluded.conditions, pattern = excluded.pattern, actions = excluded.actions
                """,
            arguments: [
                user, rule.kind.rawValue, rule.id, Data(JSONValue.array(rule.conditions.map(\.json)).serialized()),
                rule.pattern,
                Data(JSONValue.array(rule.actions.list).serialized()),
            ])
        let statement = try db.cachedStatement(
            sql: "UPDATE push_rule SET place = ? WHERE user = ? AND kind = ? AND rule_id = ? AND place <> ?")
        for (place, id) in order.enumerated() {
            try statement.execute(arguments: [place, user, rule.kind.rawValue, id, place])
        }
        try noteChange(of: user, in: db)
    }

    /// Checks all rules of a user after one was set.
    /// - Throws: `M_RESOURCE_LIMIT_EXCEEDED` if the rules are too large or cost too much for every message.
    static func check(_ user: String, _ cost: PushRuleCost, _ limits: UserLimits, in db: Database) throws {
        guard try bytes(of: user, in: db) <= limits.pushRuleBytes else {
            throw full("actions, conditions: the push rules of a user have at most \(limits.pushRuleBytes) bytes.")
        }
        guard cost.searches <= limits.pushRuleSearches else {
            throw full("conditions, pattern: a user's push rules look for at most \(limits.pushRuleSearches) patterns.")
        }
        guard cost.weight <= weightLimit else {
            throw full(
                "actions, conditions: a user's push rules take at most \(weightLimit) bytes in memory, which is more than they are written in."
            )
        }
    }

    /// Returns the bytes of the conditions, patterns and actions of a user's rules.
    static func bytes(of user: String, in db: Database) throws -> Int {
        try Int.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT coalesce(sum(coalesce(length(conditions), 0) + coalesce(length(CAST(pattern AS BLOB)), 0) + coalesce(length(actions), 0)), 0)
                    FROM push_rule WHERE user = ?
                    """),
            arguments: [user]) ?? 0
    }

    private static func full(_ reason: String) -> StatusedError {
        StatusedError(status: 403, error: MatrixError(.resourceLimitExceeded, reason))
    }

    /// - Throws: `M_NOT_FOUND` if the user has no such own rule.
    static func remove(_ kind: PushRuleKind, _ id: String, of user: String, in db: Database) throws {
        let isThere =
            try Int64.fetchOne(
                db, sql: "SELECT 1 FROM push_rule WHERE user = ? AND kind = ? AND rule_id = ? AND place IS NOT NULL",
                arguments: [user, kind.rawValue, id]) != nil
        guard isThere else { throw unknownRule }
        try db.execute(
            sql: "DELETE FROM push_rule WHERE user = ? AND kind = ? AND rule_id = ?",
            arguments: [user, kind.rawValue, id])
        try noteChange(of: user, in: db)
    }

    /// - Throws: `M_NOT_FOUND` if there is no such rule.
    static func setEnabled(_ isEnabled: Bool, _ kind: PushRuleKind, _ id: String, of user: String, in db: Database)
        throws
    {
        try change("is_enabled", to: isEnabled, kind, id, of: user, in: db)
    }

    /// - Throws: `M_NOT_FOUND` if there is no such rule.
    static func setActions(_ actions: [JSONValue], _ kind: PushRuleKind, _ id: String, of user: String, in db: Database)
        throws
    {
        try change("actions", to: Data(JSONValue.array(actions).serialized()), kind, id, of: user, in: db)
    }

    /// Returns the rules for sync and account data; `nil` if they have not changed since the position. For a user who has never changed a rule, only
    /// a first sync contains them.
    static func accountData(of user: String, changedAfter position: Int64?, in db: Database) throws -> [UInt8]? {
        guard try isNews(to: user, after: position, in: db) else { return nil }
        return JSONValue.object(["global": try ruleset(of: user, in: db).json]).serialized()
    }

    /// True if the rules have changed after a position. Always true without a position.
    static func isNews(to user: String, after position: Int64?, in db: Database) throws -> Bool {
        guard let position else { return true }
        return try version(of: user, in: db).map { $0 > position } ?? false
    }

    /// Returns the stream position of a user's newest change of push rules; `nil` if the user has the defaults.
    static func version(of user: String, in db: Database) throws -> Int64? {
        try Int64.fetchOne(db.cachedStatement(sql: "SELECT changed FROM push_custom WHERE user = ?"), arguments: [user])
    }

    static let unknownRule = MatrixError(.notFound, "You have no such push rule.")

    private static func change(
        _ column: String, to value: some DatabaseValueConvertible, _ kind: PushRuleKind, _ id: String, of user: String,
        in db: Database
    ) throws {
        try db.execute(
            sql: "UPDATE push_rule SET \(column) = ? WHERE user = ? AND kind = ? AND rule_id = ?",
            arguments: [value, user, kind.rawValue, id])
        if db.changesCount == 0 {
            guard PushRuleset.isDefault(kind, id) else { throw unknownRule }
            try db.execute(
                sql: "INSERT INTO push_rule (user, kind, rule_id, \(column)) VALUES (?, ?, ?, ?)",
                arguments: [user, kind.rawValue, id, value])
        }
        try noteChange(of: user, in: db)
    }

    /// Records a change. From the first change on, the shared notifications of the default rules no longer apply to the user; see ``PushTally``.
    private static func noteChange(of user: String, in db: Database) throws {
        let ord = try EventStore.nextPosition(in: db)
        try db.execute(
            sql:
                "INSERT INTO push_custom (user, since, changed) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET changed = excluded.changed",
            arguments: [user, ord, ord])
    }

    private static func list(_ data: Data?) throws -> [JSONValue]? {
        try data.flatMap { try JSONValue(parsing: [UInt8]($0)).arrayValue }
    }
}
