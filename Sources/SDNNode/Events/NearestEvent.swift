import GRDB

/// Finds the event that is nearest to a point in time: the first event at that time or later, or the last event at that time or earlier. The times
/// of events grow with their positions, so the first and the last event of a range show if the range can contain the result.
struct NearestEvent {
    let room: RoomRowID
    let moment: Timestamp
    /// True to find the first event at `moment` or later; false to find the last event at `moment` or earlier.
    let isForwards: Bool
    let db: Database

    /// - Parameter stretches: the ranges of positions that may be searched, oldest first.
    func find(in stretches: [ClosedRange<Int64>]) throws -> StoredEvent? {
        for stretch in isForwards ? stretches : stretches.reversed() {
            guard let oldest = try end(of: stretch, newest: false), let newest = try end(of: stretch, newest: true)
            else { continue }
            let (near, far) = isForwards ? (oldest, newest) : (newest, oldest)
            if !isOnSide(far.time) && !isOnSide(near.time) { continue }
            if isOnSide(near.time) { return try EventStore.event(room: room, ord: near.ord, in: db) }
            guard
                let ord = try EventStore.nearest(
                    to: moment, isForwards: isForwards, within: stretch, room: room, in: db)
            else { continue }
            return try EventStore.event(room: room, ord: ord, in: db)
        }
        return nil
    }

    private func isOnSide(_ time: Timestamp) -> Bool { isForwards ? time >= moment : time <= moment }

    private func end(of stretch: ClosedRange<Int64>, newest: Bool) throws -> (ord: Int64, time: Timestamp)? {
        try EventStore.end(of: stretch, newest: newest, room: room, in: db)
    }
}
