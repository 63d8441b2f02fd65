import SDNValues

/// Counts unread events in the store.
package struct UnreadCounter {
    package let store: any MXStoreReader
    package let roomId: String
    package let userId: String
    package let types: Set<String>
    package var ignored: Set<String> = []

    package init(
        store: any MXStoreReader, roomId: String, userId: String, types: Set<String>, ignored: Set<String> = []
    ) {
        self.store = store
        self.roomId = roomId
        self.userId = userId
        self.types = types
        self.ignored = ignored
    }

    /// The number of events after which counting stops. A room list shows "999+" for a greater count.
    static let limit = 1000

    /// Returns the number of unread events after a place in the newest segment. If the place is `nil` or in an older segment, the whole newest
    /// segment is counted.
    package func count(after place: MXTimelinePosition?) throws -> Int {
        guard var segment = try store.newestSegment(ofRoom: roomId) else { return 0 }
        let askedAnew = try store.segmentAskedAnew(inRoom: roomId)
        var (position, count, seen) = (segment.end, 0, 0)
        while seen < UnreadCounter.limit {
            let page = try store.events(inSegment: segment.id, before: position, limit: 100)
            if page.isEmpty {
                // If the history began anew, the older events are still stored before the gap, and they are counted too.
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
