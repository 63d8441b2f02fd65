import GRDB
import HeraldJSON
import SDNWire

/// Finds what matches and what its caller may see. Everything else counts as not there: not in results, not in counts.
struct MessageSearch {
    /// How many matches one search finds at most, the best or the newest.
    static let candidateLimit = 10_000

    struct Hit {
        let room: Int64
        let ord: Int64
        /// Larger is better.
        let rank: Double
    }

    let db: Database
    let caller: Caller
    let asked: RoomEventsSearch
    /// Whose messages the caller does not want to see.
    let ignored: Set<String>
    /// The position of the newest message that is looked at.
    let bound: Int64
    private(set) var accesses: [Int64: RoomAccess] = [:]
    private let limit: Int

    init(
        _ asked: RoomEventsSearch, _ caller: Caller, _ db: Database, ignored: Set<String>, bound: Int64 = .max,
        limit: Int = MessageSearch.candidateLimit
    ) {
        self.ignored = ignored
        self.bound = bound
        self.limit = limit
        self.asked = asked
        self.caller = caller
        self.db = db
    }

    /// Everything found, in the order asked for.
    ///
    /// What the caller may not see, or does not ask for, is left out before the best or the newest are taken: however much of it there is,
    /// it does not crowd out the rest.
    mutating func hits() throws -> [Hit] {
        guard let match = SearchTerm(asked.term).match(keys: asked.keys) else { return [] }
        let readable = try readableStretches()
        guard !readable.isEmpty, !types.isEmpty else { return [] }
        let filter = asked.filter
        let rows = try Row.fetchCursor(
            db,
            sql: """
                WITH readable (room, low, high) AS MATERIALIZED (
                    SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(:readable))
                SELECT event_text.rowid, event_text.room, bm25(event_text) AS score FROM event_text
                CROSS JOIN readable ON readable.room = event_text.room AND event_text.rowid BETWEEN readable.low AND readable.high
                CROSS JOIN event ON event.room = event_text.room AND event.ord = event_text.rowid
                WHERE event_text MATCH :match AND event.type IN (SELECT value FROM json_each(:types))
                AND (:senders IS NULL OR event.sender IN (SELECT value FROM json_each(:senders)))
                AND event.sender NOT IN (SELECT value FROM json_each(:notSenders))
                AND (:url IS NULL OR coalesce(json_type(CAST(event.content AS TEXT), '$.url') = 'text', 0) = :url)
                ORDER BY \(asked.order == .recent ? "event_text.rowid DESC" : "score, event_text.rowid DESC") LIMIT :limit
                """,
            arguments: [
                "match": match, "readable": Self.text(readable), "types": Self.text(types.map(JSONValue.string)),
                "senders": filter.senders.map { Self.text($0.map(JSONValue.string)) },
                "notSenders": Self.text((filter.notSenders + ignored).map(JSONValue.string)),
                "url": filter.containsURL, "limit": limit,
            ])
        var hits: [Hit] = []
        while let row = try rows.next() { hits.append(Hit(room: row[1], ord: row[0], rank: -(row[2] as Double))) }
        return hits
    }

    func event(_ hit: Hit) throws -> StoredEvent? { try EventStore.event(room: hit.room, ord: hit.ord, in: db) }

    /// Those of the types in the index that the filter admits.
    private var types: [String] {
        let wanted = asked.filter.types.map(EventTypePatterns.init), unwanted = EventTypePatterns(asked.filter.notTypes)
        return SearchSchema.types.filter { !unwanted.matches($0) && wanted?.matches($0) ?? true }
    }

    private static func text(_ list: [JSONValue]) -> String { String(decoding: JSONValue.array(list).serialized(), as: UTF8.self) }

    /// What the caller may see of the rooms that the caller is in, or was and has not forgotten, and that the filter admits: `[room, first,
    /// last]` each.
    private mutating func readableStretches() throws -> [JSONValue] {
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT m.room, r.room_id FROM membership m JOIN room r ON r.nid = m.room
                WHERE m.user = ? AND NOT m.forgotten AND m.membership IN ('join', 'leave', 'ban')
                """,
            arguments: [caller.userID])
        for row in rows {
            let roomID: String = row[1]
            guard asked.filter.admits(room: roomID), let access = try? RoomAccess(roomID, reader: caller.userID, in: db) else { continue }
            accesses[row[0]] = access
        }
        return accesses.flatMap { room, access in
            access.history.readable(upTo: min(bound, access.newest), includesOwn: false).map { [.int(room), .int($0.lowerBound), .int($0.upperBound)] }
        }
    }
}
