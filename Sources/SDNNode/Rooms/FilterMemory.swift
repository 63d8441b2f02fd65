import SDNWire
import Synchronization

/// The filter of a sync. It is a class, because a filter has many members, and a waiting poll would otherwise hold space for several copies of
/// it.
final class ResolvedFilter: Sendable {
    /// The filter of a request that names none.
    static let none = ResolvedFilter(SyncFilter())

    let filter: SyncFilter

    init(_ filter: SyncFilter) { self.filter = filter }
}

/// A cache of parsed filters, because a client sends the same filter ID with every sync. The filter of an ID never changes.
final class FilterMemory: Sendable {
    private struct Key: Hashable {
        let user: String
        let id: Int64
    }

    private struct State {
        var known: [Key: ResolvedFilter] = [:]
        var bytes = 0
    }

    /// The largest size of the cache, in bytes of JSON. A cache above this size is emptied. The filters are then read from the database again.
    private static let capacity = 8 << 20
    private let state = Mutex(State())

    func filter(_ user: String, _ id: Int64) -> ResolvedFilter? { state.withLock { $0.known[Key(user: user, id: id)] } }

    func note(_ filter: ResolvedFilter, of user: String, _ id: Int64, bytes: Int) {
        state.withLock { state in
            if state.bytes + bytes > Self.capacity { state = State() }
            state.known[Key(user: user, id: id)] = filter
            // 1 KiB is added as the approximate size of the entry itself.
            state.bytes += bytes + 1_024
        }
    }
}
