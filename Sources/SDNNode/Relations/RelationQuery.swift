import GRDB

/// Which relations are wanted.
struct RelationQuery {
    /// How many relations one request looks at; there may be more on the next page.
    static let effort = 5_000

    let room: Int64
    let target: String
    let relationType: String?
    let eventType: String?
    /// How many steps away from the target.
    let depth: Int
    var effort = RelationQuery.effort

    /// Visits positions with `lower` < ord ≤ `upper`, in order, until `visit` returns `false`.
    /// - Returns: the last position that was looked at when there may be more behind it that nobody has looked at; else `nil`.
    func walk(
        after lower: Int64, upTo upper: Int64, newestFirst: Bool, in db: Database, _ visit: (_ ord: Int64) throws -> Bool
    ) throws -> Int64? {
        guard depth == 1 else {
            for ord in try related(after: lower, upTo: upper, newestFirst: newestFirst, in: db) {
                if try !visit(ord) { break }
            }
            return nil
        }
        var seen = 0, last: Int64?, isEnded = false
        try RelationRows.walk(
            to: target, kind: relationType, room: room, after: lower, upTo: upper, newestFirst: newestFirst, limit: effort, in: db
        ) { ord, type in
            seen += 1
            last = ord
            if (eventType ?? type) == type { isEnded = try !visit(ord) }
            return !isEnded
        }
        return seen == effort && !isEnded ? last : nil
    }

    /// What is related by steps. Of very many the newest are followed.
    private func related(after lower: Int64, upTo upper: Int64, newestFirst: Bool, in db: Database) throws -> [Int64] {
        var found: Set<Int64> = [], seen: Set<String> = [target]
        var targets = [target], left = effort
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

/// The threads of a room, the one with the newest reply first, found from their replies.
struct ThreadWalk {
    struct Found {
        let target: String
        fileprivate let walk: ThreadWalk

        /// Whether the reader has written in the thread.
        func hasReplied() throws -> Bool {
            try RelationRows.hasReply(in: target, by: walk.reader, room: walk.room, in: walk.db)
        }
    }

    let room: Int64
    let reader: String
    /// Whose replies do not count.
    var ignored: Set<String> = []
    let db: Database
    var effort = RelationQuery.effort

    /// Visits the threads whose newest reply lies at a position or before it, until `visit` returns `false`.
    /// - Returns: from where to go on; `nil` when there are no more.
    func walk(from position: Int64, _ visit: (Found) throws -> Bool) throws -> Int64? {
        var seen: Set<String> = [], count = 0, next: Int64?
        try RelationRows.walkReplies(room: room, upTo: position, limit: effort, in: db) { target, ord, sender in
            count += 1
            if !ignored.contains(sender), seen.insert(target).inserted, try !hasNewer(target, than: position),
                try !visit(Found(target: target, walk: self))
            {
                next = ord
            } else if count == effort {
                next = ord - 1
            }
            return next == nil
        }
        return next
    }

    /// How many newer replies are looked at for one that counts.
    private static let newerReplies = 100

    /// Then the thread was on an earlier page.
    private func hasNewer(_ target: String, than position: Int64) throws -> Bool {
        try RelationRows.hasReply(in: target, room: room, after: position, limit: Self.newerReplies, in: db) { !ignored.contains($0) }
    }
}
