import GRDB
import SDNWire
import Synchronization

/// What the node remembers so that sending a message does not read the rules of everybody in the room.
final class PushMemory: Sendable {
    /// Push rules that are remembered, in bytes, about. Beyond it those go that were asked longest ago, a quarter of all at once.
    static let limit = 64 << 20

    private struct Known {
        let rules: PushRuleset
        let weight: Int
        var asked: Int
    }

    private struct Rulesets {
        var known: [String: Known] = [:]
        var weight = 0
        /// Counts what is asked, as a clock would.
        var asked = 0

        mutating func rules(of user: String) -> PushRuleset? {
            asked += 1
            known[user]?.asked = asked
            return known[user]?.rules
        }

        mutating func note(_ rules: PushRuleset, of user: String, weight new: Int, limit: Int) {
            forget(user)
            if weight + new > limit {
                for (user, _) in known.sorted(by: { $0.value.asked < $1.value.asked }) {
                    guard weight + new > limit / 4 * 3 else { break }
                    forget(user)
                }
            }
            known[user] = Known(rules: rules, weight: new, asked: asked)
            weight += new
        }

        mutating func forget(_ user: String) { weight -= known.removeValue(forKey: user)?.weight ?? 0 }
    }

    private let limit: Int
    private let rulesets = Mutex(Rulesets())
    private let withPushers = Mutex<Set<String>>([])
    private let observer = Mutex<(@Sendable (PusherID) -> Void)?>(nil)

    init(limit: Int = PushMemory.limit) { self.limit = limit }

    /// Whose rules are remembered, and what they weigh; for tests.
    var remembered: (users: Set<String>, weight: Int) { rulesets.withLock { (Set($0.known.keys), $0.weight) } }

    /// The rules of a user; the server's where they are too large to be read for this message as well. Only for writes: one runs at a time,
    /// so that nothing old is remembered after a change.
    func ruleset(of user: String, _ reading: inout PushReading, in db: Database) throws -> PushRuleset {
        if let known = rulesets.withLock({ $0.rules(of: user) }) { return known }
        guard reading.admits(try PushRuleStore.bytes(of: user, in: db)) else { return .defaults(for: user) }
        let rules = try PushRuleStore.ruleset(of: user, in: db)
        let weight = rules.weight
        // Such were set before their weight had a limit; one of them is not to push out everybody else's.
        guard weight <= limit / 8 else { return rules }
        rulesets.withLock { $0.note(rules, of: user, weight: weight, limit: limit) }
        return rules
    }

    /// To be called within the write that changes rules, and again when it has ended: it may have been undone.
    func forgetRules(of user: String) { rulesets.withLock { $0.forget(user) } }

    /// Those of these users who may have a pusher.
    func withPushers(among users: Set<String>) -> Set<String> {
        withPushers.withLock { known in known.count < users.count ? known.intersection(users) : users.intersection(known) }
    }

    /// Has somebody told of every pusher that is set anew or removed.
    func observePushers(_ observer: @escaping @Sendable (PusherID) -> Void) { self.observer.withLock { $0 = observer } }

    /// To be called when the write has ended.
    func pusherChanged(_ pusher: PusherID) { observer.withLock { $0 }?(pusher) }

    func notePusher(of user: String) { withPushers.withLock { _ = $0.insert(user) } }
}
