/// Counts unread events in the store.
struct UnreadCounter {
    let store: any MXStoreReader
    let roomId: String
    let userId: String
    let types: Set<String>
    var ignored: Set<String> = []

    /// The greatest count. A room list shows "999+" for more.
    static let limit = 1000

    /// Returns the number of unread events in the newest segment after a place. When the place is elsewhere or `nil`, counts the whole segment.
    func count(after place: MXTimelinePosition?) throws -> Int {
        guard var segment = try store.newestSegment(ofRoom: roomId) else { return 0 }
        let askedAnew = try store.segmentAskedAnew(inRoom: roomId)
        var (position, count, seen) = (segment.end, 0, 0)
        while seen < UnreadCounter.limit {
            let page = try store.events(inSegment: segment.id, before: position, limit: 100)
            if page.isEmpty {
                // After the history began anew, the older events are still stored behind the gap.
                guard segment.id == askedAnew, let older = try store.segment(olderThan: segment) else { break }
                (segment, position) = (older, older.end)
                continue
            }
            for (offset, event) in page.enumerated() {
                let index = position.subtractingReportingOverflow(Int64(offset + 1)).partialValue
                if let place, place.segment == segment.id, index <= place.index { return count }
                if event.isUnread(types, userId), !IgnoredUsers.hide(event, ignored) { count += 1 }
            }
            position = position.subtractingReportingOverflow(Int64(page.count)).partialValue
            seen += page.count
        }
        return count
    }
}
