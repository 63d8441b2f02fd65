import GRDB
import HeraldJSON
import SDNWire

/// Finds the messages that match and that the caller may see. All others appear neither in the results nor in the counts.
struct MessageSearch {
    /// The most matches that one search finds. They are the best or the newest ones.
    static let candidateLimit = 10_000

    struct Hit {
        let room: RoomRowID
        let ord: Int64
        /// The rank of the match. A larger one is better.
        let rank: Double
    }

    let db: Database
    let caller: Caller
    let asked: RoomEventsSearch
    /// The users whose messages the caller does not want to see.
    let ignored: Set<String>
    /// The position of the newest message that is searched.
    let bound: Int64
    private(set) var accesses: [RoomRowID: RoomAccess] = [:]
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

    /// Returns all matches in the requested order.
    ///
    /// Messages that the caller may not see or did not ask for are left out before the best or the newest are chosen, so that they do not displace
    /// others.
    mutating func hits() throws -> [Hit] {
        guard let match = SearchTerm(asked.term).match(keys: asked.keys) else { return [] }
        let readable = try readableStretches()
        guard !readable.isEmpty, !types.isEmpty else { return [] }
        let question = SearchRows.Question(
            match: match, readable: readable, inside: try insideStretches(), types: types,
            senders: asked.filter.senders,
            notSenders: asked.filter.notSenders + ignored,
            containsURL: asked.filter.containsURL, isNewestFirst: asked.order == .recent, limit: limit)
        return try SearchRows.hits(question, in: db)
    }

    func event(_ hit: Hit) throws -> StoredEvent? { try EventStore.event(room: hit.room, ord: hit.ord, in: db) }

    /// The indexed types that the filter admits.
    private var types: [String] {
        let wanted = asked.filter.types.map(EventTypePatterns.init), unwanted = EventTypePatterns(asked.filter.notTypes)
        return SearchSchema.types.filter { !unwanted.matches($0) && wanted?.matches($0) ?? true }
    }

    /// Returns the readable ranges as `[room, first, last]`. They cover the rooms that the filter admits and that the caller is in, or has left and
    /// not forgotten.
    private mutating func readableStretches() throws -> [JSONValue] {
        for (rowID, roomID) in try MembershipRows.keptRooms(of: caller.userID, in: db) {
            guard asked.filter.admits(room: roomID), let access = try? RoomAccess(roomID, reader: caller.userID, in: db)
            else { continue }
            accesses[rowID] = access
        }
        return stretches { $0.history.readable(upTo: min(bound, $0.newest), includesOwn: false) }
    }

    /// Returns the ranges in which the caller was joined to the rooms that are searched; none if no sender has been erased.
    private func insideStretches() throws -> [JSONValue] {
        try ErasedSenderRows.isEmpty(in: db) ? [] : stretches { $0.history.insideRanges }
    }

    /// Returns ranges of each room that is searched as `[room, first, last]`.
    private func stretches(_ ranges: (RoomAccess) -> [ClosedRange<Int64>]) -> [JSONValue] {
        accesses.flatMap { room, access in
            ranges(access).map { [.int(room.rawValue), .int($0.lowerBound), .int($0.upperBound)] }
        }
    }
}
