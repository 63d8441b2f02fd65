import OpenDID_DataModel
import Synchronization

/// Caches transactions after a preliminary step, so that the next step does not have to read them from the database.
///
/// An entry may be outdated, because another process may have continued the transaction. The write of a step therefore compares the
/// revision of the entry with that in the database. If they differ, the step is repeated with data from the database. Each step removes the
/// entry from the cache, and only a preliminary step adds it again. Decrypted data is therefore in memory for a short time only.
final class TransactionMemory: Sendable {
    struct Entry: Sendable {
        let info: TransactionInfo
        let revision: Int64
        let data: any Sendable
    }

    private struct State {
        var entries: [String: Entry] = [:]
        /// The time before which no entry expires.
        var earliest = UTCInstant.distantFuture
    }

    private static let limit = 256
    private let state = Mutex(State())

    /// The number of cached transactions, for tests.
    var count: Int { state.withLock(\.entries.count) }

    func take(_ id: String) -> Entry? { state.withLock { $0.entries.removeValue(forKey: id) } }

    func put(_ entry: Entry, at now: UTCInstant) {
        state.withLock { state in
            if state.earliest <= now {
                state.entries = state.entries.filter { $0.value.info.expires > now }
                state.earliest = state.entries.values.map(\.info.expires).min() ?? UTCInstant.distantFuture
            }
            // If the cache is full, the entry is not added, and the transaction is read from the database when it is needed.
            guard state.entries.count < Self.limit else { return }
            state.entries[entry.info.id] = entry
            state.earliest = min(state.earliest, entry.info.expires)
        }
    }
}
