import SDNFolds
import SDNValues

extension MXRoom {
    /// Begins the watched lists anew, because the ignored users have changed. Where the history is requested again, they begin with the node's newest
    /// page and not with a gap.
    func renewHistory() async throws {
        try await renewFeeds()
        let (session, roomId) = (mxSession, roomId)
        let gap = try await session.store.read { store -> MXTimelineSegment? in
            guard let newest = try store.newestSegment(ofRoom: roomId),
                try store.segmentAskedAnew(inRoom: roomId) == newest.id
            else { return nil }
            return try store.eventCount(inSegment: newest.id, before: .max) < MXRoom.firstPage ? newest : nil
        }
        guard let gap else { return }
        try await HistoryPages(session: session, roomId: roomId).fill(before: gap, limit: MXRoom.firstPage)
        try await renewFeeds()
    }

    private static let firstPage = 50
}
