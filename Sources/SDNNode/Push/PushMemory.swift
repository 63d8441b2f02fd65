import GRDB
import SDNWire
import Synchronization

/// What the node remembers so that sending a message does not read the rules of everybody in the room.
final class PushMemory: Sendable {
    /// In bytes, about. Beyond it the memory starts anew, which costs reads and nothing else.
    private static let limit = 64 << 20

    private struct Rulesets {
        var known: [String: PushRuleset] = [:]
        var weight = 0
    }

    private let rulesets = Mutex(Rulesets())
    private let withPushers = Mutex<Set<String>>([])
    private let observer = Mutex<(@Sendable (PusherID) -> Void)?>(nil)

    /// The rules of a user. Only for writes: one runs at a time, so that nothing old is remembered after a change.
    func ruleset(of user: String, in db: Database) throws -> PushRuleset {
        if let known = rulesets.withLock({ $0.known[user] }) { return known }
        let rules = try PushRuleStore.ruleset(of: user, in: db)
        let weight = rules.weight
        rulesets.withLock { rulesets in
            if rulesets.weight + weight > Self.limit { rulesets = Rulesets() }
            rulesets.known[user] = rules
            rulesets.weight += weight
        }
        return rules
    }

    /// To be called within the write that changes rules, and again when it has ended: it may have been undone.
    func forgetRules(of user: String) { 
        rulesets.withLock { rulesets in
            guard let gone = rulesets.known.removeValue(forKey: user) else { return }
            rulesets.weight -= gone.weight
        }
    }

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
