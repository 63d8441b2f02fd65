import Foundation
import HeraldJSON
import SDNFolds
import SDNValues
import SDNWire

/// Searches the stored messages of a room for words, newest first.
///
/// The search reads all messages and uses no index. An index would contain the words of an encrypted store in plain form. Reading the stored messages
/// of a room is faster than waiting for a node's answer.
struct StoredMessageSearch {
    /// The words, as ``folded(_:)`` returns them.
    private let words: [String]
    private let ignored: Set<String>
    /// The number of events that one transaction reads. It limits the time for which other transactions have to wait.
    private static let batch = 500

    init(_ text: String, ignored: Set<String>) {
        self.words = text.split(whereSeparator: \.isWhitespace).map { StoredMessageSearch.folded(String($0)) }.filter {
            !$0.isEmpty
        }
        self.ignored = ignored
    }

    /// Returns the text without differences of case, accents and width, which people ignore when they search.
    private static func folded(_ text: String) -> String {
        text.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
    }

    /// Searches a room.
    /// - Returns: at most `limit` messages, each with the content of its latest edit.
    func messages(ofRoom roomId: String, in store: any MXStore, limit: Int) async throws -> [MXEvent] {
        guard !words.isEmpty, limit > 0 else { return [] }
        var found: [MXEvent] = []
        var next = try await store.read { try $0.newestSegment(ofRoom: roomId) }
        while let segment = next {
            var position = segment.end
            while found.count < limit {
                try Task.checkCancellation()
                let before = position
                let (count, hits) = try await store.read { store in
                    let page = try store.events(inSegment: segment.id, before: before, limit: StoredMessageSearch.batch)
                    return (page.count, try page.compactMap { try self.hit($0, roomId, store) })
                }
                if count == 0 { break }
                found += hits.prefix(limit - found.count)
                position = position.subtractingReportingOverflow(Int64(count)).partialValue
            }
            if found.count >= limit { break }
            next = try await store.read { try $0.segment(olderThan: segment) }
        }
        return found
    }

    private func hit(_ event: MXEvent, _ roomId: String, _ store: any MXStoreReader) throws -> MXEvent? {
        guard event.type == EventType.message, !event.isState, !event.isReplacement, !event.isRedacted,
            !IgnoredUsers.hide(event, ignored)
        else { return nil }
        let shown = try store.latestVersion(of: event, inRoom: roomId)
        guard let body = shown.content["body"]?.stringValue.map(StoredMessageSearch.folded) else { return nil }
        return words.allSatisfy(body.contains) ? shown : nil
    }
}
