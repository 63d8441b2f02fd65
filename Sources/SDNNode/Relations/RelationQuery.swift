import GRDB

/// A query for the relations of an event.
struct RelationQuery {
    /// The most relations that one request reads. The next page may have more.
    static let workLimit = 5_000

    let room: RoomRowID
    let target: String
    let relationType: String?
    let eventType: String?
    /// The most steps between a found event and the target.
    let depth: Int
    var workLimit = RelationQuery.workLimit

    /// Visits positions with `lower` < ord ≤ `upper`, in order, until `visit` returns `false`.
    /// - Returns: the last position that was read if there may be more after it; otherwise `nil`.
    func walk(
        after lower: Int64, upTo upper: Int64, newestFirst: Bool, in db: Database,
        _ visit: (_ ord: Int64) throws -> Bool
    ) throws -> Int64? {
        guard depth == 1 else {
            for ord in try related(after: lower, upTo: upper, newestFirst: newestFirst, in: db) {
                if try !visit(ord) { break }
            }
            return nil
        }
        var seen = 0, last: Int64?, isEnded = false
        try RelationRows.walk(
            to: target, kind: relationType, room: room, after: lower, upTo: upper, newestFirst: newestFirst,
            limit: workLimit, in: db
        ) { ord, type in
            seen += 1
            last = ord
            if (eventType ?? type) == type { isEnded = try !visit(ord) }
            return !isEnded
        }
        return seen == workLimit && !isEnded ? last : nil
    }

    /// Returns the events that are related in up to `depth` steps. If there are too many, only the newest are followed.
    private func related(after lower: Int64, upTo upper: Int64, newestFirst: Bool, in db: Database) throws -> [Int64] {
        var found: Set<Int64> = [], seen: Set<String> = [target]
        var targets = [target], left = workLimit
        for step in 1...max(1, depth) {
            var next: [String] = []
            for target in targets where left > 0 {
                let rows = try RelationRows.newest(to: target, room: room, limit: left, in: db)
                left -= max(1, rows.count)
                for (ord, kind, type, eventID) in rows {
                    if (relationType ?? kind) == kind, (eventType ?? type) == type { found.insert(ord) }
                    if seen.insert(eventID).inserted { next.append(eventID) }
                }
            }
            targets = step < depth ? next : []
        }
        return found.filter { $0 > lower && $0 <= upper }.sorted { newestFirst ? $0 > $1 : $0 < $1 }
    }
}

/// Finds the threads of a room from their replies. The thread with the newest reply comes first.
struct ThreadWalk {
    struct Found {
        let target: String
        fileprivate let walk: ThreadWalk

        /// True if the reader has written in the thread.
        func hasReplied() throws -> Bool {
            try RelationRows.hasReply(in: target, by: walk.reader, room: walk.room, in: walk.db)
        }
    }

    let room: RoomRowID
    let reader: String
    /// The users whose replies do not count.
    var ignored: Set<String> = []
    let db: Database
    var workLimit = RelationQuery.workLimit

    /// Visits the threads whose newest reply is at a position or before it, until `visit` returns `false`.
    /// - Returns: the position to continue from; `nil` if there are no more threads.
    func walk(from position: Int64, _ visit: (Found) throws -> Bool) throws -> Int64? {
        var seen: Set<String> = [], count = 0, next: Int64?
        try RelationRows.walkReplies(room: room, upTo: position, limit: workLimit, in: db) { target, ord, sender in
            count += 1
            if !ignored.contains(sender), seen.insert(target).inserted, try !hasNewer(target, than: position),
                try !visit(Found(target: target, walk: self))
            {
                next = ord
            } else if count == workLimit {
                next = ord - 1
            }
            return next == nil
        }
        return next
    }

    /// The most newer replies that are read to find one that counts.
    private static let newerReplies = 100

    /// True if the thread has a newer reply that counts. An earlier page then contained the thread.
    private func hasNewer(_ target: String, than position: Int64) throws -> Bool {
        try RelationRows.hasReply(in: target, room: room, after: position, limit: Self.newerReplies, in: db) {
            !ignored.contains($0)
        }
    }
}
