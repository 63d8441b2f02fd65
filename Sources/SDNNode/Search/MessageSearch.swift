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
        let question = SearchRows.Question(
            match: match, readable: readable, types: types, senders: asked.filter.senders, notSenders: asked.filter.notSenders + ignored,
            containsURL: asked.filter.containsURL, isNewestFirst: asked.order == .recent, limit: limit)
        return try SearchRows.hits(question, in: db)
    }

    func event(_ hit: Hit) throws -> StoredEvent? { try EventStore.event(room: hit.room, ord: hit.ord, in: db) }

    /// Those of the types in the index that the filter admits.
    private var types: [String] {
        let wanted = asked.filter.types.map(EventTypePatterns.init), unwanted = EventTypePatterns(asked.filter.notTypes)
        return SearchSchema.types.filter { !unwanted.matches($0) && wanted?.matches($0) ?? true }
    }

    /// What the caller may see of the rooms that the caller is in, or was and has not forgotten, and that the filter admits: `[room, first,
    /// last]` each.
    private mutating func readableStretches() throws -> [JSONValue] {
        for (nid, roomID) in try MembershipRows.keptRooms(of: caller.userID, in: db) {
            guard asked.filter.admits(room: roomID), let access = try? RoomAccess(roomID, reader: caller.userID, in: db) else { continue }
            accesses[nid] = access
        }
        return accesses.flatMap { room, access in
            access.history.readable(upTo: min(bound, access.newest), includesOwn: false).map { [.int(room), .int($0.lowerBound), .int($0.upperBound)] }
        }
    }
}
