import GRDB

/// Looks for the event that is nearest to a moment, on one side of it, without walking there: positions and times rise together.
struct NearestEvent {
    let room: Int64
    /// Milliseconds since 1970.
    let moment: Int64
    /// Whether it is to be at the moment or later; else at it or earlier.
    let isForwards: Bool
    let db: Database

    /// - Parameter stretches: the positions that may be looked at, oldest first.
    func find(in stretches: [ClosedRange<Int64>]) throws -> StoredEvent? {
        for stretch in isForwards ? stretches : stretches.reversed() {
            guard let oldest = try end(of: stretch, "ASC"), let newest = try end(of: stretch, "DESC") else { continue }
            let (near, far) = isForwards ? (oldest, newest) : (newest, oldest)
            if !isOnSide(far.time) && !isOnSide(near.time) { continue }
            if isOnSide(near.time) { return try EventStore.event(room: room, ord: near.ord, in: db) }
            if let ord = try inside(stretch) { return try EventStore.event(room: room, ord: ord, in: db) }
        }
        return nil
    }

    private func isOnSide(_ time: Int64) -> Bool { isForwards ? time >= moment : time <= moment }

    private func end(of stretch: ClosedRange<Int64>, _ order: String) throws -> (ord: Int64, time: Int64)? {
        try Row.fetchOne(
            db.cachedStatement(sql: "SELECT ord, ts FROM event WHERE room = ? AND ord >= ? AND ord <= ? ORDER BY ord \(order) LIMIT 1"),
            arguments: [room, stretch.lowerBound, stretch.upperBound]
        ).map { ($0[0], $0[1]) }
    }

    private func inside(_ stretch: ClosedRange<Int64>) throws -> Int64? {
        let (side, order) = isForwards ? (">=", "ASC") : ("<=", "DESC")
        return try Int64.fetchOne(
            db.cachedStatement(sql: """
                SELECT ord FROM event INDEXED BY event_by_time WHERE room = ? AND ts \(side) ? AND ord >= ? AND ord <= ?
                ORDER BY ts \(order), ord \(order) LIMIT 1
                """),
            arguments: [room, moment, stretch.lowerBound, stretch.upperBound])
    }
}
