import GRDB
import SDNWire

/// The size and cost of a user's push rules. They are computed in a read before the write that changes the rules, so that other writes do not wait.
struct PushRuleCost: Sendable {
    let searches: Int
    let weight: Int
    /// The stream position of the user's newest change of push rules; `nil` if the user has the defaults.
    private let version: Int64?

    /// - Parameter change: the change that the write will make.
    init(of user: String, with change: (inout PushRuleset) -> Void = { _ in }, in db: Database) throws {
        var rules = try PushRuleStore.ruleset(of: user, in: db)
        change(&rules)
        searches = rules.ownSearches
        weight = rules.weight
        version = try PushRuleStore.version(of: user, in: db)
    }

    /// True if the rules have not changed since the cost was computed.
    func isCurrent(for user: String, in db: Database) throws -> Bool {
        try PushRuleStore.version(of: user, in: db) == version
    }
}
