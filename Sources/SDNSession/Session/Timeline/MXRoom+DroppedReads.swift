import HeraldLocks
import SDNFolds
import SDNValues

// Receipts and read markers at events that a list has dropped because they are no items.
extension MXRoom {
    /// Tells the lists of the room where the dropped events are to which marks have moved. This method is called only inside the session's gate.
    func placeDroppedReads() async throws {
        let roomId = roomId
        for feed in liveTimeline.feeds.all {
            guard let (reads, ids) = feed.takeUnplacedReads() else { continue }
            let anchors = try await mxSession.store.read { store in
                var anchors: [String: String] = [:]
                for eventId in reads { anchors[eventId] = try store.last(of: ids, before: eventId, inRoom: roomId) }
                return anchors
            }
            feed.place(anchors)
        }
    }
}

extension MXStoreReader {
    /// Returns the last of some events that is before an event; `nil` when there is none or the store does not have the event.
    /// - Parameter ids: the events, oldest first.
    fileprivate func last(of ids: [String], before eventId: String, inRoom roomId: String) throws -> String? {
        guard let place = try position(ofEvent: eventId, inRoom: roomId) else { return nil }
        var (low, high) = (0, ids.count)
        while low < high {
            let middle = (low + high) / 2
            if let other = try position(ofEvent: ids[middle], inRoom: roomId), other < place {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low > 0 ? ids[low - 1] : nil
    }
}

extension TimelineFeed {
    fileprivate func takeUnplacedReads() -> (reads: Set<String>, events: [String])? {
        state.withLock { $0.model.takeUnplacedReads() }
    }

    fileprivate func place(_ anchors: [String: String]) {
        state.withLock { state in
            state.model.place(anchors)
            send(&state)
        }
    }
}
