import OpenDID_DataModel
import Synchronization

/// Transactions as they were left by their last preliminary step, so that the next step does not read them again.
///
/// What is held is a guess: another process may have gone on. Who keeps a step compares the revision, and begins again when it is another.
/// A transaction is taken out for a step and put back only after a preliminary one, so that what it knows stays in memory no longer than that.
final class TransactionMemory: Sendable {
    struct Entry: Sendable {
        let info: TransactionInfo
        let revision: Int64
        let data: any Sendable
    }

    private struct State {
        var entries: [String: Entry] = [:]
        /// No entry expires before.
        var earliest = UTCInstant(seconds: .max)
    }

    private static let limit = 256
    private let state = Mutex(State())

    /// How many are held; for tests.
    var count: Int { state.withLock(\.entries.count) }

    func take(_ id: String) -> Entry? { state.withLock { $0.entries.removeValue(forKey: id) } }

    func put(_ entry: Entry, at now: UTCInstant) {
        state.withLock { state in
            if state.earliest <= now {
                state.entries = state.entries.filter { $0.value.info.expires > now }
                state.earliest = state.entries.values.map(\.info.expires).min() ?? UTCInstant(seconds: .max)
            }
            // Whose transaction is not held is read.
            guard state.entries.count < Self.limit else { return }
            state.entries[entry.info.id] = entry
            state.earliest = min(state.earliest, entry.info.expires)
        }
    }
}
