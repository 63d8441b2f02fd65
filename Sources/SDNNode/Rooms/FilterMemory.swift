import SDNWire
import Synchronization

/// Stored filters, remembered as they were read: a client names the same one with every sync. What is stored under an id never changes.
final class FilterMemory: Sendable {
    private struct Key: Hashable {
        let user: String
        let id: Int64
    }

    private struct State {
        var known: [Key: SyncFilter] = [:]
        var bytes = 0
    }

    /// In bytes of JSON. Beyond it the memory starts anew, which costs reads and nothing else.
    private static let capacity = 8 << 20
    private let state = Mutex(State())

    func filter(_ user: String, _ id: Int64) -> SyncFilter? { state.withLock { $0.known[Key(user: user, id: id)] } }

    func note(_ filter: SyncFilter, of user: String, _ id: Int64, bytes: Int) {
        state.withLock { state in
            if state.bytes + bytes > Self.capacity { state = State() }
            state.known[Key(user: user, id: id)] = filter
            // A little for the entry itself.
            state.bytes += bytes + 1_024
        }
    }
}
