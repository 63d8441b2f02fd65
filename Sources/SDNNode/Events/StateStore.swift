import GRDB
import SDNWire

/// Reads a room's state: the current state, or the state right after an event at any position of the stream.
enum StateStore {
    struct Entry: Sendable, Hashable {
        let type: String
        let stateKey: String
        /// The position of the event that set this piece of state.
        let ord: Int64
        /// The membership of a member event, or the visibility of a history visibility event. It is stored in a column, so that it can be read
        /// without the event's content.
        let value: String?

        /// The key of the entry in the state map.
        var slot: Slot { Slot(type: Array(type.utf8), stateKey: Array(stateKey.utf8)) }
    }

    /// A key of a state map. It holds bytes, because `String` treats canonically equivalent texts as equal.
    struct Slot: Hashable {
        let type: [UInt8]
        let stateKey: [UInt8]
    }

    /// Returns the state event for a key as of a position. Without a position, returns the current one.
    static func event(
        _ type: String, _ stateKey: String = "", room: RoomRowID, at position: Int64? = nil, in db: Database
    )
        throws -> StoredEvent?
    {
        guard let position else { return try EventStore.current(type, stateKey, room: room, in: db) }
        guard let ord = try entry(type, stateKey, room: room, at: position, in: db)?.ord else { return nil }
        return try EventStore.event(room: room, ord: ord, in: db)
    }

    static func entry(
        _ type: String, _ stateKey: String = "", room: RoomRowID, at position: Int64? = nil, in db: Database
    )
        throws -> Entry?
    {
        func found(_ row: QuickRow) -> Entry {
            Entry(type: type, stateKey: stateKey, ord: row.int(0), value: row.optionalText(1))
        }
        guard let position else {
            return try db.first(
                "SELECT ord, value FROM current_state WHERE room = ? AND type = ? AND state_key = ?", room, type,
                stateKey, read: found)
        }
        return try db.first(
            "SELECT ord, value FROM state_history WHERE room = ? AND type = ? AND state_key = ? AND ord <= ? ORDER BY ord DESC LIMIT 1",
            room, type, stateKey, position, read: found)
    }

    /// Returns the whole state map as of a position, sorted by the events' positions. Without a position, returns the current state. With `type`,
    /// returns only state of that type.
    static func entries(room: RoomRowID, type: String? = nil, at position: Int64? = nil, in db: Database) throws
        -> [Entry]
    {
        var entries: [Entry] = []
        try forEachEntry(room: room, type: type, at: position, in: db) { entries.append(entry(row: $0)) }
        return entries.sorted { $0.ord < $1.ord }
    }

    /// Returns the state map as of a position, sorted by the events' positions, without the member events of users other than `members`. The work
    /// does not grow with the number of the room's members.
    static func entries(room: RoomRowID, membersOnly members: Set<String>, at position: Int64, in db: Database) throws
        -> [Entry]
    {
        let isCurrent = try !hasChanges(room: room, after: position, in: db)
        // Two ranges of the key, because a comparison with `<>` would read all members.
        var entries = try ["<", ">"].flatMap { side in
            let rows = try Row.fetchCursor(
                db.cachedStatement(sql: sqlBesidesMembers(side, isCurrent: isCurrent)),
                arguments: isCurrent ? [room] : [room, position])
            return try Array(rows.map(entry(row:)))
        }
        for member in members {
            if let entry = try entry(EventType.member, member, room: room, at: position, in: db) {
                entries.append(entry)
            }
        }
        return entries.sorted { $0.ord < $1.ord }
    }

    /// Returns the query for the state whose types come before or after the type of member events.
    static func sqlBesidesMembers(_ side: String, isCurrent: Bool) -> String {
        isCurrent
            ? "SELECT type, state_key, ord, value FROM current_state WHERE room = ?1 AND type \(side) 'm.room.member'"
            : """
            SELECT type, state_key, max(ord), value FROM state_history
            WHERE room = ?1 AND type \(side) 'm.room.member' AND ord <= ?2 GROUP BY type, state_key
            """
    }

    /// Returns only the positions of the state map's events, in order. An answer that is written in parts stores these positions instead of the
    /// events.
    static func positions(
        room: RoomRowID, type: String? = nil, at position: Int64? = nil, in db: Database,
        where isWanted: (Entry) -> Bool = { _ in true }
    ) throws -> [Int64] {
        var positions: [Int64] = []
        try forEachEntry(room: room, type: type, at: position, in: db) { row in
            if isWanted(entry(row: row)) { positions.append(row[2]) }
        }
        return positions.sorted()
    }

    /// Returns the positions of all events of the state map as of a position, in order. The events' keys are not read.
    static func allPositions(room: RoomRowID, at position: Int64, in db: Database) throws -> [Int64] {
        var positions: [Int64] = []
        if try hasChanges(room: room, after: position, in: db) {
            try db.each(
                "SELECT max(ord) FROM state_history WHERE room = ? AND ord <= ? GROUP BY type, state_key", room,
                position
            ) { positions.append($0.int(0)) }
        } else {
            try db.each("SELECT ord FROM current_state WHERE room = ?", room) { positions.append($0.int(0)) }
        }
        return positions.sorted()
    }

    private static func forEachEntry(
        room: RoomRowID, type: String?, at position: Int64?, in db: Database, _ visit: (Row) -> Void
    ) throws {
        var sql: String, arguments: StatementArguments = [room], isGrouped = false
        if let position, try hasChanges(room: room, after: position, in: db) {
            // SQLite takes the other columns of a group from the row with `max(ord)`. The result is therefore the newest row of each key.
            sql = "SELECT type, state_key, max(ord), value FROM state_history WHERE room = ? AND ord <= ?"
            arguments += [position]
            isGrouped = true
        } else {
            sql = "SELECT type, state_key, ord, value FROM current_state WHERE room = ?"
        }
        if let type {
            sql += " AND type = ?"
            arguments += [type]
        }
        if isGrouped { sql += " GROUP BY type, state_key" }
        let rows = try Row.fetchCursor(db.cachedStatement(sql: sql), arguments: arguments)
        while let row = try rows.next() { visit(row) }
    }

    /// Returns the newest change of each key after `lower` and up to `upper`.
    static func changes(room: RoomRowID, after lower: Int64, upTo upper: Int64, in db: Database) throws -> [Entry] {
        guard lower < upper else { return [] }
        let rows = try Row.fetchCursor(
            db.cachedStatement(
                sql: """
                    SELECT e.type, e.state_key, max(e.ord), s.value FROM event e
                    JOIN state_history s ON s.room = e.room AND s.type = e.type AND s.state_key = e.state_key AND s.ord = e.ord
                    WHERE e.room = ? AND e.ord > ? AND e.ord <= ? AND e.state_key IS NOT NULL GROUP BY e.type, e.state_key
                    """),
            arguments: [room, lower, upper])
        return try Array(rows.map(entry(row:))).sorted { $0.ord < $1.ord }
    }

    /// Returns every value that one piece of state has had, oldest first.
    static func history(_ type: String, _ stateKey: String, room: RoomRowID, in db: Database) throws -> [Entry] {
        var entries: [Entry] = []
        try db.each(
            "SELECT ord, value FROM state_history WHERE room = ? AND type = ? AND state_key = ? ORDER BY ord",
            room, type, stateKey
        ) { row in
            entries.append(Entry(type: type, stateKey: stateKey, ord: row.int(0), value: row.optionalText(1)))
        }
        return entries
    }

    /// Returns the children of a space whose room IDs come after `child`, in the order of their IDs.
    static func children(of space: RoomRowID, after child: String, limit: Int, in db: Database) throws -> [String] {
        try String.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT state_key FROM current_state WHERE room = ? AND type = 'm.space.child' AND state_key > ? ORDER BY state_key LIMIT ?
                    """),
            arguments: [space, child, limit])
    }

    /// Returns how often a piece of state has been set, counted up to a limit.
    static func countChanges(_ type: String, _ stateKey: String?, room: RoomRowID, limit: Int, in db: Database) throws
        -> Int
    {
        try Int.fetchOne(
            db.cachedStatement(
                sql:
                    "SELECT count(*) FROM (SELECT 1 FROM state_history WHERE room = ? AND type = ? AND state_key = ? LIMIT ?)"
            ),
            arguments: [room, type, stateKey, limit]) ?? 0
    }

    private static func hasChanges(room: RoomRowID, after position: Int64, in db: Database) throws -> Bool {
        try db.first("SELECT 1 FROM event WHERE room = ? AND ord > ? AND state_key IS NOT NULL LIMIT 1", room, position)
        {
            _ in
        } != nil
    }

    private static func entry(row: Row) -> Entry { Entry(type: row[0], stateKey: row[1], ord: row[2], value: row[3]) }
}
