import HeraldJSON
import HeraldLocks
import SDNValues
import SDNWire

/// A listener for notifications. It receives the event, the room's state before it, and the rule that notifies the user.
public typealias MXOnNotification = @Sendable (_ event: MXEvent, _ roomState: MXRoomState?, _ rule: MXPushRule) -> Void

/// The state that a session keeps for its notification center.
final class NotificationState: Sendable {
    private struct State {
        var listeners: [(token: MXEventListener, block: MXOnNotification)] = []
        /// The listener that the notification center has added to the session. It is `nil` while the center itself has no listeners.
        var attached: MXEventListener?
        /// True until the first sync of a session that began empty was processed. Listeners are not called while it is true.
        var isQuiet = false
        var fetched: PushRuleset?
        /// The rules that were read last, and the event from which they were read.
        var read: (event: MXEvent, rules: PushRuleset)?
    }
    private let state = Mutex(State())

    var blocks: [MXOnNotification] { state.withLock { $0.listeners.map(\.block) } }

    func note(fetched: PushRuleset) { state.withLock { $0.fetched = fetched } }

    /// Returns the rules in an `m.push_rules` event. Without an event, returns the rules that were fetched from the node.
    func ruleset(_ event: MXEvent?) -> PushRuleset? {
        guard let event else { return state.withLock { $0.fetched } }
        if let read = state.withLock({ $0.read }), read.event === event { return read.rules }
        guard let global = event.content["global"] else { return state.withLock { $0.fetched } }
        let rules = PushRuleset(json: global)
        state.withLock { $0.read = (event, rules) }
        return rules
    }

    /// Adds a listener.
    /// - Returns: the object that identifies the listener, and true when it is the first listener.
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

    /// Removes a listener.
    /// - Returns: the center's listener in the session, which has to be removed when the center has no listeners any more; otherwise `nil`.
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

    /// True when listeners are called. A session that began without stored data calls its listeners only after the first sync.
    func isLoud(whileFirstSync isSyncing: Bool) -> Bool {
        state.withLock { state in
            if !isSyncing { state.isQuiet = false }
            return !state.isQuiet
        }
    }
}
