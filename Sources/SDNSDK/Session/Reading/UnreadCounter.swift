/// Counts unread events in the store.
struct UnreadCounter {
    let store: any MXStoreReader
    let roomId: String
    let userId: String
    let types: Set<String>
    var ignored: Set<String> = []

    /// More than this many are not worth counting: a room list shows "999+".
    static let limit = 1000

    /// How many events there are to read in the newest segment, after a place in it or, when that is elsewhere or `nil`, in all of it.
    func count(after place: MXTimelinePosition?) throws -> Int {
        guard var segment = try store.newestSegment(ofRoom: roomId) else { return 0 }
        let askedAnew = try store.segmentAskedAnew(inRoom: roomId)
        var (position, count, seen) = (segment.end, 0, 0)
        while seen < UnreadCounter.limit {
            let page = try store.events(inSegment: segment.id, before: position, limit: 100)
            if page.isEmpty {
                // What is asked for anew is stored behind the gap all the same.
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
