import OpenDID_DataModel
import Synchronization

/// Caches transactions after a preliminary step, so that the next step does not have to read them from the database.
///
/// An entry may be outdated, because another process may have continued the transaction. The write of a step therefore compares the
/// revision of the entry with that in the database. If they differ, the step is repeated with data from the database. Each step removes the
/// entry from the cache, and only a preliminary step adds it again. An entry whose next step goes to another process is deleted after
/// ``longest``. Decrypted data is therefore in memory for a short time only.
final class TransactionMemory: Sendable {
    struct Entry: Sendable {
        let info: TransactionInfo
        let revision: Int64
        let data: any Sendable
    }

    private struct State {
        var entries: [String: (entry: Entry, added: ContinuousClock.Instant)] = [:]
        /// True while a task waits to delete old entries.
        var isWaiting = false
    }

    private static let limit = 256
    /// The longest time for which an entry is cached. It is deleted at most as much later.
    private static let longest = Duration.seconds(15)
    private let longest: Duration
    private let state = Mutex(State())

    init(longest: Duration = TransactionMemory.longest) { self.longest = longest }

    /// The number of cached transactions, for tests.
    var count: Int { state.withLock(\.entries.count) }

    func take(_ id: String) -> Entry? { state.withLock { $0.entries.removeValue(forKey: id)?.entry } }

    func put(_ entry: Entry) {
        let mustWait = state.withLock { state in
            // If the cache is full, the entry is not added, and the transaction is read from the database when it is needed.
            guard state.entries.count < Self.limit else { return false }
            state.entries[entry.info.id] = (entry, .now)
            defer { state.isWaiting = true }
            return !state.isWaiting
        }
        guard mustWait else { return }
        Task { [weak self, longest] in
            repeat { try? await Task.sleep(for: longest) } while self?.deleteOld() == true
        }
    }

    /// Deletes entries that were cached for too long.
    /// - Returns: true if there are other entries.
    private func deleteOld() -> Bool {
        state.withLock { state in
            let oldest = ContinuousClock.now - longest
            state.entries = state.entries.filter { $0.value.added > oldest }
            state.isWaiting = !state.entries.isEmpty
            return state.isWaiting
        }
    }
}
