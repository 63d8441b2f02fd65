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
        let kind = relationType == nil ? "" : "AND rel_type = ?4"
        // Not cached: whoever visits reads relations too, and one statement cannot run twice at once.
        let statement = try db.makeStatement(sql: """
            SELECT ord, type FROM relation WHERE room = ?1 AND target = ?2 AND ord > ?3 \(kind) AND ord <= ?5
            ORDER BY ord \(newestFirst ? "DESC" : "ASC") LIMIT ?6
            """)
        let rows = try Row.fetchCursor(statement, arguments: [room, target, lower, relationType, upper, effort])
        var seen = 0, last: Int64?
        while let row = try rows.next() {
            let (ord, type): (Int64, String) = (row[0], row[1])
            seen += 1
            last = ord
            if (eventType ?? type) == type, try !visit(ord) { return nil }
        }
        return seen == effort ? last : nil
    }

    /// What is related by steps. Of very many the newest are followed.
    private func related(after lower: Int64, upTo upper: Int64, newestFirst: Bool, in db: Database) throws -> [Int64] {
        var found: Set<Int64> = [], seen: Set<String> = [target]
        var targets = [target], left = effort
        for step in 1...max(1, depth) {
            var next: [String] = []
            for target in targets where left > 0 {
                let rows = try Row.fetchAll(
                    db.cachedStatement(sql: """
                        SELECT r.ord, r.rel_type, r.type, e.event_id FROM relation r JOIN event e ON e.room = r.room AND e.ord = r.ord
                        WHERE r.room = ? AND r.target = ? ORDER BY r.ord DESC LIMIT ?
                        """),
                    arguments: [room, target, left])
                left -= max(1, rows.count)
                for row in rows {
                    let (ord, kind, type, eventID): (Int64, String, String, String) = (row[0], row[1], row[2], row[3])
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
            try Bool.fetchOne(
                walk.db.cachedStatement(sql: """
                    SELECT EXISTS (SELECT 1 FROM relation WHERE room = ? AND sender = ? AND target = ? AND rel_type = 'm.thread')
                    """),
                arguments: [walk.room, walk.reader, target]) ?? false
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
        let replies = try Row.fetchCursor(
            db.makeStatement(sql: "SELECT target, ord, sender FROM relation WHERE room = ? AND rel_type = 'm.thread' AND ord <= ? ORDER BY ord DESC LIMIT ?"),
            arguments: [room, position, effort])
        var seen: Set<String> = [], count = 0
        while let row = try replies.next() {
            let (target, ord): (String, Int64) = (row[0], row[1])
            count += 1
            if !ignored.contains(row[2]), seen.insert(target).inserted, try !hasNewer(target, than: position) {
                guard try visit(Found(target: target, walk: self)) else { return ord }
            }
            if count == effort { return ord - 1 }
        }
        return nil
    }

    /// How many newer replies are looked at for one that counts.
    private static let newerReplies = 100

    /// Then the thread was on an earlier page.
    private func hasNewer(_ target: String, than position: Int64) throws -> Bool {
        let senders = try String.fetchCursor(
            db.cachedStatement(sql: """
                SELECT sender FROM relation WHERE room = ? AND target = ? AND rel_type = 'm.thread' AND ord > ? ORDER BY ord DESC LIMIT ?
                """),
            arguments: [room, target, position, Self.newerReplies])
        while let sender = try senders.next() {
            if !ignored.contains(sender) { return true }
        }
        return false
    }
}
