import OpenDID_DataModel
import Synchronization

/// Caches the standing of credentials beside the bytes of their records in the registry. The record is read each time, and only its decoding
/// is saved. A changed record therefore counts at once.
///
/// The cache is useful because the certificates of a few providers are checked several times in every protocol.
final class StandingMemory: Sendable {
    private struct Entry: Sendable {
        let record: [UInt8]
        let standing: CredentialStanding
    }

    private struct State: Sendable {
        var entries: [String: Entry] = [:]
        var size = 0
    }

    /// The most bytes of records that are cached. When the cache is full, it is emptied.
    private static let limit = 1 << 20
    private let limit: Int
    private let state = Mutex(State())

    init(limit: Int = StandingMemory.limit) { self.limit = limit }

    /// The size of the cached records in bytes, for tests.
    var bytes: Int { state.withLock(\.size) }

    /// Returns the standing that was cached for a credential, or `nil` if its record had other bytes then.
    func standing(of id: String, record: [UInt8]) -> CredentialStanding? {
        guard let entry = state.withLock({ $0.entries[id] }), entry.record == record else { return nil }
        return entry.standing
    }

    func remember(_ standing: CredentialStanding, of id: String, record: [UInt8]) {
        guard record.count <= limit else { return }
        state.withLock { state in
            if let known = state.entries.removeValue(forKey: id) { state.size -= known.record.count }
            if state.size + record.count > limit { state = State() }
            state.entries[id] = Entry(record: record, standing: standing)
            state.size += record.count
        }
    }
}
