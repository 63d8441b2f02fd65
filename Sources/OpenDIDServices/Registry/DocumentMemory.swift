import OpenDID_DataModel
import Synchronization

/// Remembers DID documents that were read, until a DID changes: each is kept beside the revision of its DID.
///
/// Strangers' DIDs, and the versions of one, are bounded in bytes of JSON, which take some times as much as documents.
final class DocumentMemory: Sendable {
    /// What is remembered of a DID.
    struct Entry: Sendable {
        let revision: Int64
        /// By version.
        var documents: [String: DIDDocument] = [:]
        /// The newest version.
        let newest: String
        fileprivate var bytes = 0
    }

    private struct State: Sendable {
        var entries: [String: Entry] = [:]
        var bytes = 0
    }

    private let limit: Int
    private let state = Mutex(State())

    init(limit: Int) { self.limit = limit }

    /// How much is remembered, in bytes of JSON; for tests.
    var bytes: Int { state.withLock(\.bytes) }

    func entry(of did: String) -> Entry? { state.withLock { $0.entries[did] } }

    func remember(_ document: DIDDocument, of bytes: Int, version: String, of did: String, revision: Int64, newest: String) {
        state.withLock { state in
            if state.bytes + bytes > limit { state = State() }
            if let known = state.entries[did], known.revision != revision {
                state.bytes -= known.bytes
                state.entries[did] = nil
            }
            var entry = state.entries[did] ?? Entry(revision: revision, newest: newest)
            guard entry.documents.updateValue(document, forKey: version) == nil else { return }
            entry.bytes += bytes
            state.entries[did] = entry
            state.bytes += bytes
        }
    }
}
