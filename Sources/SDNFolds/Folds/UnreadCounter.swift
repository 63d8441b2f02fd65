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
    package static let limit = 1000

    /// Returns the number of unread events after a place in the newest segment. If the place is `nil` or in an older segment, the whole newest
    /// segment is counted. An event in a thread is read when the user's receipt of that thread is at it or after it.
    package func count(after place: MXTimelinePosition?) throws -> Int {
        guard var segment = try store.newestSegment(ofRoom: roomId) else { return 0 }
        var read = try readThreads()
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
                guard event.isUnread(types, userId), !IgnoredUsers.hide(event, ignored) else { continue }
                if !read.isEmpty, let end = try end(ofThread: store.thread(of: event, inRoom: roomId), &read),
                    end >= MXTimelinePosition(segment: segment.id, index: index)
                {
                    continue
                }
                count += 1
            }
            position = position.subtractingReportingOverflow(Int64(page.count)).partialValue
            seen += page.count
        }
        return count
    }

    /// Returns the number of unread events after the newest of the user's receipts for the room.
    /// - Returns: `nil` when it is unknown how far the user has read.
    package func count() throws -> Int? {
        let own = try store.receipts(ofUser: userId, inRoom: roomId).filter(\.isForRoom)
        guard !own.isEmpty else { return nil }
        return try count(after: own.compactMap { try store.position(ofEvent: $0.eventId, inRoom: roomId) }.max())
    }

    /// The events of a thread with the user's receipts, or the place of the newest of these events. The user has read the thread up to there.
    private enum ThreadEnd {
        case receipts([String])
        case found(MXTimelinePosition?)
    }

    /// Returns the events at which the user has receipts in threads.
    private func readThreads() throws -> [String: ThreadEnd] {
        let own = try store.receipts(ofUser: userId, inRoom: roomId).filter { !$0.isForRoom }
        return Dictionary(grouping: own) { $0.threadId ?? MXReceiptData.main }
            .mapValues { .receipts($0.map(\.eventId)) }
    }

    /// Returns the place of the user's newest receipt in a thread. The place is looked up only for a thread that has an event to count, because
    /// the user may have read any number of threads.
    private func end(ofThread threadId: String, _ read: inout [String: ThreadEnd]) throws -> MXTimelinePosition? {
        switch read[threadId] {
        case nil: return nil
        case .found(let place): return place
        case .receipts(let eventIds):
            let place = try eventIds.compactMap { try store.position(ofEvent: $0, inRoom: roomId) }.max()
            read[threadId] = .found(place)
            return place
        }
    }
}
