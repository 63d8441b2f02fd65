import HeraldLocks
import SDNValues

/// The listeners of one kind, in the order in which they were added.
package final class ListenerList<Block: Sendable>: Sendable {
    private let entries = Mutex<[(token: MXEventListener, types: Set<String>?, block: Block)]>([])

    package var isEmpty: Bool { entries.withLock { $0.isEmpty } }

    package init() {}

    /// Adds a listener.
    /// - Parameter types: the event types that the listener wants; `nil` for all.
    package func add(_ types: [MXEventType]?, _ block: Block) -> MXEventListener {
        let token = MXEventListener()
        let wanted = types.map { Set($0.map { $0.identifier }) }
        entries.withLock { $0.append((token, wanted, block)) }
        return token
    }

    package func remove(_ token: Any) {
        guard let token = token as? MXEventListener else { return }
        entries.withLock { $0.removeAll { $0.token === token } }
    }

    package func removeAll() { entries.withLock { $0 = [] } }

    /// Returns the listeners for an event's type. The caller runs them outside of the lock, so a listener may add or remove listeners.
    package func blocks(for event: MXEvent) -> [Block] {
        entries.withLock { entries in
            entries.filter { entry in
                guard let types = entry.types else { return true }
                // A type that SendingNetwork renamed matches under either of its two names.
                return types.contains(event.type) || types.contains(event.eventType.identifier)
            }.map { $0.block }
        }
    }
}
