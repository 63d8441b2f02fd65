import GRDB
import SDNWire
import Synchronization

/// The identifier of a pusher on the node.
struct PusherID: Sendable, Hashable {
    let user: String
    let appID: String
    let pushkey: String
}

/// A cache of push rules. Without it, the node would read the rules of all members of a room for each message.
final class PushMemory: Sendable {
    /// The approximate size of the cached push rules in bytes. Above this limit, the rules that were used longest ago are deleted, until a quarter
    /// of the limit is free.
    static let limit = 64 << 20

    private struct Known {
        let rules: PushRuleset
        let weight: Int
        var asked: Int
    }

    private struct Rulesets {
        var known: [String: Known] = [:]
        var weight = 0
        /// The number of look-ups so far. It shows which rules were used longest ago.
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

    /// The facts about rooms that decide whom a message notifies, and who may send it.
    let rooms = RoomMemory()
    private let limit: Int
    private let rulesets = Mutex(Rulesets())
    private let withPushers = Mutex<Set<String>>([])
    private let observer = Mutex<(@Sendable (PusherID) -> Void)?>(nil)

    init(limit: Int = PushMemory.limit) { self.limit = limit }

    /// The users whose rules are cached, and the size of the cache; for tests.
    var remembered: (users: Set<String>, weight: Int) { rulesets.withLock { (Set($0.known.keys), $0.weight) } }

    /// Returns the rules of a user. If the rules are large and the message's budget for reading large rules is used up, returns the default rules
    /// instead. Only writes may call this function. Because one write runs at a time, old rules cannot enter the cache after a change.
    func ruleset(of user: String, _ reading: inout PushReading, in db: Database) throws -> PushRuleset {
        if let known = rulesets.withLock({ $0.rules(of: user) }) { return known }
        guard reading.admits(try PushRuleStore.bytes(of: user, in: db)) else { return .defaults(for: user) }
        let rules = try PushRuleStore.ruleset(of: user, in: db)
        let weight = rules.weight
        // Large rules are not cached, because the rules of one user must not displace those of all others. The operator sets the limit on the size
        // of rules, so they may be large.
        guard weight <= limit / 8 else { return rules }
        rulesets.withLock { $0.note(rules, of: user, weight: weight, limit: limit) }
        return rules
    }

    /// Removes a user's rules from the cache. It must be called in the write that changes the rules and again after it, because a rolled-back write
    /// may have left the new rules in the cache.
    func forgetRules(of user: String) {
        rulesets.withLock { $0.forget(user) }
        rooms.forgetAudiences()
    }

    /// Returns the given users who may have a pusher.
    func withPushers(among users: Set<String>) -> Set<String> {
        withPushers.withLock { known in
            known.count < users.count ? known.intersection(users) : users.intersection(known)
        }
    }

    /// Sets the observer that is called for every pusher that is set or removed.
    func observePushers(_ observer: @escaping @Sendable (PusherID) -> Void) { self.observer.withLock { $0 = observer } }

    /// Tells the observer that a pusher was set or removed. It must be called after the write.
    func pusherChanged(_ pusher: PusherID) { observer.withLock { $0 }?(pusher) }

    func notePusher(of user: String) { withPushers.withLock { _ = $0.insert(user) } }
}

/// The budget of one message for reading large push rules that are not cached. The one writer reads them, and all other writes wait.
struct PushReading {
    /// The bytes of large push rules that are read for one message. The rules with which this number is first exceeded are still read.
    static let limit = 4 << 20
    /// The size in bytes up to which the rules of a user are always read.
    static let small = 16 << 10

    private var left: Int

    init(limit: Int = PushReading.limit) { self.left = limit }

    /// Counts the bytes of a user's rules and returns true if they may be read.
    mutating func admits(_ bytes: Int) -> Bool {
        guard bytes > Self.small else { return true }
        guard left > 0 else { return false }
        left -= min(left, bytes)
        return true
    }
}
