import Synchronization

/// Stands for a listener; hand it to `removeListener` to take the listener away. Letting go of it changes nothing.
public final class MXEventListener: Sendable {
    init() {}
}

/// The listeners of one kind, in the order they were added.
final class ListenerList<Block: Sendable>: Sendable {
    private let entries = Mutex<[(token: MXEventListener, types: Set<String>?, block: Block)]>([])

    var isEmpty: Bool { entries.withLock { $0.isEmpty } }

    /// - Parameter types: the event types that the listener wants; `nil` for all.
    func add(_ types: [MXEventType]?, _ block: Block) -> MXEventListener {
        let token = MXEventListener()
        let wanted = types.map { Set($0.map(\.identifier)) }
        entries.withLock { $0.append((token, wanted, block)) }
        return token
    }

    func remove(_ token: Any) {
        guard let token = token as? MXEventListener else { return }
        entries.withLock { $0.removeAll { $0.token === token } }
    }

    func removeAll() { entries.withLock { $0 = [] } }

    /// The listeners that want events of a type. They are called outside of the lock, so a listener may add or remove listeners.
    func blocks(for event: MXEvent) -> [Block] {
        entries.withLock { entries in
            entries.filter { entry in
                guard let types = entry.types else { return true }
                // A renamed type goes by either of its names.
                return types.contains(event.type) || types.contains(event.eventType.identifier)
            }.map(\.block)
        }
    }
}
