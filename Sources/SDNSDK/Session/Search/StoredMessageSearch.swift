import Foundation
import HeraldJSON
import SDNWire

/// Looks for words in what a store has of a room, newest first.
///
/// By reading, without an index: an index would have the words of an encrypted store bare beside it, and what a device has of a room is
/// read faster than a node answers.
struct StoredMessageSearch {
    /// Each as ``folded(_:)`` makes it.
    private let words: [String]
    private let ignored: Set<String>
    /// How many events one transaction reads: others wait for no more than this.
    private static let batch = 500

    init(_ text: String, ignored: Set<String>) {
        self.words = text.split(whereSeparator: \.isWhitespace).map { StoredMessageSearch.folded(String($0)) }.filter { !$0.isEmpty }
        self.ignored = ignored
    }

    /// Without what people leave out when they look for something: case, accents, width.
    private static func folded(_ text: String) -> String { text.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil) }

    /// - Returns: at most `limit` messages of a room, each as its latest edit left it.
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
        guard event.type == EventType.message, !event.isState, !event.isReplacement, !event.isRedacted, !IgnoredUsers.hide(event, ignored) else { return nil }
        let shown = try store.latestVersion(of: event, inRoom: roomId)
        guard let body = shown.content["body"]?.stringValue.map(StoredMessageSearch.folded) else { return nil }
        return words.allSatisfy(body.contains) ? shown : nil
    }
}

extension MXSession {
    /// Looks for messages in what the store has, without the node: offline too, and in rooms whose messages the node cannot read. What
    /// was never brought here is not found; ``MXRestClient/searchMessages(withPattern:roomEventFilter:beforeLimit:afterLimit:nextBatch:)``
    /// asks the node. SDN sheet 9.4.
    /// - Parameters:
    ///   - text: words that all stand in a message, in any order; case, accents and width do not matter. Nothing is found by no word.
    ///   - roomIds: the rooms to look in; `nil` for all that the store has.
    ///   - limit: how many messages at most.
    /// - Returns: the newest of them first, each as its latest edit left it; none that is redacted or of an ignored user.
    /// - Throws: ``SDNSDKError`` with code `storeFailed` or `storeDamaged`; `CancellationError`.
    public func searchStoredMessages(_ text: String, inRooms roomIds: [String]? = nil, limit: Int = 50) async throws -> [MXEvent] {
        let (store, search) = (store, StoredMessageSearch(text, ignored: ignored))
        let rooms = if let roomIds { roomIds } else { try await store.read { try $0.rooms().map(\.roomId) } }
        var found: [MXEvent] = []
        for roomId in Set(rooms).sorted() { found += try await search.messages(ofRoom: roomId, in: store, limit: limit) }
        return Array(found.sorted { $0.originServerTs > $1.originServerTs }.prefix(max(limit, 0)))
    }
}
