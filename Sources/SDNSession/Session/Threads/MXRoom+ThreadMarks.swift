import HeraldLocks
import SDNFolds
import SDNValues

// The mark of unread messages in lists of threads. The user's receipt for all events may be at an event outside of the thread.
extension MXRoom {
    /// Moves the marks in the lists of threads to where the user's receipts for all events are, and those in lists of the room to where dropped events
    /// were. This method is called only inside the session's gate.
    func moveThreadMarks(_ receipts: [MXReceiptData]) async throws {
        try await placeDroppedReads()
        let userId = mxSession.myUserId
        let own = receipts.filter { $0.userId == userId && $0.threadId == nil }
        guard !own.isEmpty else { return }
        let (roomId, markerId) = (roomId, summary.readMarkerEventId)
        for feed in liveTimeline.feeds.all where feed.threadRootId != nil {
            let ids = feed.newestEventIds
            let moved = try await mxSession.store.read { store in
                try own.map { try store.receipt($0, atNewestOf: ids, inRoom: roomId) }
            }
            feed.follow(readMarkerId: markerId, receipts: moved)
        }
    }
}

extension MXStoreReader {
    /// Returns the user's receipts as a list of a thread needs them.
    /// - Parameters:
    ///   - ids: the events that the list adds, newest first.
    ///   - eventId: the event before which they are; `nil` for the newest ones. Receipts at later events are left out, because the list has them.
    func receipts(ofUser userId: String, inThread ids: [String], before eventId: String?, inRoom roomId: String) throws
        -> [MXReceiptData]
    {
        let end = try eventId.flatMap { try position(ofEvent: $0, inRoom: roomId) }
        return try receipts(ofUser: userId, inRoom: roomId).compactMap { receipt in
            if let end, let place = try position(ofEvent: receipt.eventId, inRoom: roomId), place >= end { return nil }
            return try self.receipt(receipt, atNewestOf: ids, inRoom: roomId)
        }
    }

    /// Returns a receipt for all events at the newest of some events that it covers. Any other receipt, and one that covers none of them, is returned
    /// as it is.
    /// - Parameter ids: the events, newest first.
    func receipt(_ receipt: MXReceiptData, atNewestOf ids: [String], inRoom roomId: String) throws -> MXReceiptData {
        guard receipt.threadId == nil, !ids.contains(receipt.eventId),
            let place = try position(ofEvent: receipt.eventId, inRoom: roomId)
        else { return receipt }
        let covered = try ids.first { id in try position(ofEvent: id, inRoom: roomId).map { $0 <= place } ?? false }
        guard let covered else { return receipt }
        return MXReceiptData(
            eventId: covered, userId: receipt.userId, ts: receipt.ts, isPrivate: receipt.isPrivate)
    }
}

extension TimelineFeed {
    /// The IDs of the list's events, newest first.
    var newestEventIds: [String] { state.withLock { $0.model.newestEventIds } }
}
