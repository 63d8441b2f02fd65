import OpenDID_DataModel
import Synchronization

/// Caches transactions after a preliminary step, so that the next step need not read them.
///
/// An entry may be outdated, because another process may have continued the transaction. The write of a step therefore compares the revision,
/// and starts again with fresh data if it differs. A step removes the entry, and only a preliminary step puts it back. The decrypted data is
/// therefore in memory for a short time only.
final class TransactionMemory: Sendable {
    struct Entry: Sendable {
        let info: TransactionInfo
        let revision: Int64
        let data: any Sendable
    }

    private struct State {
        var entries: [String: Entry] = [:]
        /// No entry expires before this time.
        var earliest = UTCInstant.distantFuture
    }

    private static let limit = 256
    private let state = Mutex(State())

    /// The number of cached transactions. For tests.
    var count: Int { state.withLock(\.entries.count) }

    func take(_ id: String) -> Entry? { state.withLock { $0.entries.removeValue(forKey: id) } }

    func put(_ entry: Entry, at now: UTCInstant) {
        state.withLock { state in
            if state.earliest <= now {
                state.entries = state.entries.filter { $0.value.info.expires > now }
                state.earliest = state.entries.values.map(\.info.expires).min() ?? UTCInstant.distantFuture
            }
            // A transaction that is not cached is read from the database.
            guard state.entries.count < Self.limit else { return }
            state.entries[entry.info.id] = entry
            state.earliest = min(state.earliest, entry.info.expires)
        }
    }
}
