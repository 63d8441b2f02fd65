import HeraldJSON
import SDNWire
import Synchronization

/// What a session keeps for its notification center.
final class NotificationState: Sendable {
    private struct State {
        var listeners: [(token: MXEventListener, block: MXOnNotification)] = []
        /// The listener at the session, while there are listeners here.
        var attached: MXEventListener?
        /// Whether a first sync is still to come.
        var isQuiet = false
        var fetched: PushRuleset?
        /// Rules that were read before, and from what.
        var read: (event: MXEvent, rules: PushRuleset)?
    }
    private let state = Mutex(State())

    var blocks: [MXOnNotification] { state.withLock { $0.listeners.map(\.block) } }

    func note(fetched: PushRuleset) { state.withLock { $0.fetched = fetched } }

    /// The rules of an `m.push_rules` event, or those that were fetched.
    func ruleset(_ event: MXEvent?) -> PushRuleset? {
        guard let event else { return state.withLock { $0.fetched } }
        if let read = state.withLock({ $0.read }), read.event === event { return read.rules }
        guard let global = event.content["global"] else { return state.withLock { $0.fetched } }
        let rules = PushRuleset(json: global)
        state.withLock { $0.read = (event, rules) }
        return rules
    }

    /// - Returns: what stands for the listener, and whether it is the first.
    func add(_ block: @escaping MXOnNotification, isQuiet: Bool) -> (MXEventListener, isFirst: Bool) {
        let token = MXEventListener()
        return state.withLock { state in
            let isFirst = state.listeners.isEmpty
            if isFirst { state.isQuiet = isQuiet }
            state.listeners.append((token, block))
            return (token, isFirst)
        }
    }

    func attach(_ listener: MXEventListener) { state.withLock { $0.attached = listener } }

    /// - Returns: the listener at the session, when nobody listens here any more.
    func remove(_ token: Any) -> MXEventListener? {
        guard let token = token as? MXEventListener else { return nil }
        return state.withLock { state in
            state.listeners.removeAll { $0.token === token }
            guard state.listeners.isEmpty else { return nil }
            defer { state.attached = nil }
            return state.attached
        }
    }

    func removeAll() -> MXEventListener? {
        state.withLock { state in
            state.listeners = []
            defer { state.attached = nil }
            return state.attached
        }
    }

    /// Whether events are told: all of them once a session that began with nothing has taken its first sync in.
    func isLoud(whileFirstSync isSyncing: Bool) -> Bool {
        state.withLock { state in
            if !isSyncing { state.isQuiet = false }
            return !state.isQuiet
        }
    }
}
