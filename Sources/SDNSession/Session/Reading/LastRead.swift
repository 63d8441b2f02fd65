import SDNFolds
import SDNValues

/// Tests whether a user who has read up to a place has read everything. At most ``SDNFolds/UnreadCounter/limit`` events are read, because the session
/// processes no sync meanwhile. With more of them after the place the answer is false, and the counts stay until the next sync brings new ones.
extension MXStoreReader {
    /// True when no stored event of a room comes after a place.
    /// - Parameter besidesThreads: true if events in threads may come after it.
    func isLast(_ place: MXTimelinePosition, inRoom roomId: String, besidesThreads: Bool) throws -> Bool {
        guard let newest = try newestSegment(ofRoom: roomId), newest.id == place.segment else { return false }
        var (position, left) = (newest.end, UnreadCounter.limit)
        while left > 0 {
            let page = try events(inSegment: newest.id, before: position, limit: min(left, 100))
            guard !page.isEmpty else { return false }
            for (offset, event) in page.enumerated() {
                let index = position.subtractingReportingOverflow(Int64(offset + 1)).partialValue
                if index <= place.index { return true }
                let isCounted = try !besidesThreads || thread(of: event, inRoom: roomId) == MXReceiptData.main
                if isCounted { return false }
            }
            position = position.subtractingReportingOverflow(Int64(page.count)).partialValue
            left -= page.count
        }
        return false
    }

    /// True when no stored message of a thread comes after a place. A redacted one does not count.
    func isLast(_ place: MXTimelinePosition, ofThread rootId: String, inRoom roomId: String) throws -> Bool {
        let later = try events(
            relatedTo: rootId, inRoom: roomId, by: MXEventContentRelatesTo.RelationType.thread, from: place.following,
            before: nil, limit: UnreadCounter.limit)
        return later.count < UnreadCounter.limit && later.allSatisfy(\.event.isRedacted)
    }
}
