import GRDB
import SDNWire

/// What the push rules of a user come to. It is measured in a read before the write that changes them, so that nobody waits for it.
struct PushRuleMeasure: Sendable {
    let searches: Int
    let weight: Int
    /// The position of the user's newest change.
    private let version: Int64?

    /// - Parameter change: what is going to be changed.
    init(of user: String, with change: (inout PushRuleset) -> Void = { _ in }, in db: Database) throws {
        var rules = try PushRuleStore.ruleset(of: user, in: db)
        change(&rules)
        searches = rules.ownSearches
        weight = rules.weight
        version = try PushRuleStore.version(of: user, in: db)
    }

    /// Whether nothing has been changed since it was measured.
    func isCurrent(for user: String, in db: Database) throws -> Bool { try PushRuleStore.version(of: user, in: db) == version }
}
