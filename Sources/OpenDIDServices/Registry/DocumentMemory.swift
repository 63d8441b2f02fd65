import OpenDID_DataModel
import Synchronization

/// Caches DID documents together with the revision of their DID. When a DID has a new revision, its cached documents are not used any more.
///
/// When the cache is full, it is emptied. Its limit counts bytes of JSON, and the decoded documents take several times as much memory.
final class DocumentMemory: Sendable {
    /// The cached documents of one DID.
    struct Entry: Sendable {
        let revision: Int64
        /// The documents by version.
        var documents: [String: DIDDocument] = [:]
        /// The name of the newest version.
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

    /// The size of the cached documents in bytes of JSON, for tests.
    var bytes: Int { state.withLock(\.bytes) }

    func entry(of did: String) -> Entry? { state.withLock { $0.entries[did] } }

    func remember(
        _ document: DIDDocument, of bytes: Int, version: String, of did: String, revision: Int64, newest: String
    ) {
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
