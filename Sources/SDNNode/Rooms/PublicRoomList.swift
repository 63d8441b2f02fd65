import GRDB
import HeraldJSON
import SDNWire

/// One page of the public room list, with the tokens of the pages before and after it.
struct PublicRoomList {
    /// The most rooms of a page, which is also the default.
    static let pageLimit = 100
    /// The most rooms that one search reads. The next page may have more.
    private static let lookedInto = 500
    /// The bytes of state after which a page or a search reads no more rooms. A room has eight state events that can be large.
    static let stateBytes = 4 << 20

    /// A token for a place in the list: the room next to the place, and the direction of reading. Changes of other rooms do not move the place.
    struct Token: Sendable, CustomStringConvertible {
        let joined: Int64
        let roomID: String
        let isBackwards: Bool

        fileprivate init(_ place: Place, isBackwards: Bool) {
            (joined, roomID, self.isBackwards) = (place.joined, place.roomID, isBackwards)
        }

        /// - Throws: `M_INVALID_PARAM` if the text is no token.
        init(_ text: String) throws(MatrixError) {
            let parts = text.dropFirst().split(separator: "_", maxSplits: 1, omittingEmptySubsequences: false)
            guard let way = text.utf8.first, way == UInt8(ascii: "p") || way == UInt8(ascii: "b"), parts.count == 2,
                let joined = parts[0].wholeNumber
            else { throw MatrixError(.invalidParam, "since: this is not a token of the room list.") }
            (self.joined, roomID, isBackwards) = (joined, String(parts[1]), way == UInt8(ascii: "b"))
        }

        var description: String { "\(isBackwards ? "b" : "p")\(joined)_\(roomID)" }
    }

    fileprivate struct Place {
        let rowID: RoomRowID
        let roomID: String
        let joined: Int64
    }

    /// The search term in lower case; empty if there is none.
    let term: String
    let types: [String?]?
    let limit: Int
    private var entries: [[UInt8]] = []
    private var found = 0
    /// The bytes of state that were read.
    private(set) var looked = 0
    private var next: Token?
    private var previous: Token?

    init(term: String, types: [String?]?, limit: Int) {
        self.term = term
        self.types = types
        self.limit = limit
    }

    private var isSearch: Bool { !term.isEmpty || types != nil }

    /// Reads the page after a token, or the first page.
    mutating func read(_ since: Token?, in db: Database) throws {
        let isBackwards = since?.isBackwards ?? false, looksAt = isSearch ? Self.lookedInto : limit
        let places = try places(since, count: looksAt + 1, in: db)
        var space = PageSpace(), last: Place?, isFull = false, hasMore = places.count > looksAt
        for place in places.prefix(looksAt) {
            // A search continues after the page is full, to count further matches.
            guard looked < Self.stateBytes, isSearch || !isFull else {
                hasMore = true
                break
            }
            let room = try PublicRoom(rowID: place.rowID, roomID: place.roomID, joined: place.joined, in: db)
            looked += room.looked
            let isFound = room.matches(term) && (types?.contains(room.type) ?? true)
            if isFound {
                found += 1
                let json = isFull ? [] : room.json.serialized()
                if !isFull, entries.count < limit, space.takes(json.count) {
                    entries.append(json)
                } else {
                    isFull = true
                }
            }
            if !isFull { last = place }
        }
        let beyond = hasMore || isFull ? last.map { Token($0, isBackwards: isBackwards) } : nil
        let back = since == nil ? nil : places.first.map { Token($0, isBackwards: !isBackwards) }
        (next, previous) = isBackwards ? (back, beyond) : (beyond, back)
        if isBackwards { entries.reverse() }
    }

    /// Returns the rooms next to a token, in the token's direction.
    private func places(_ since: Token?, count: Int, in db: Database) throws -> [Place] {
        let isBackwards = since?.isBackwards ?? false
        var bound: (joined: Int64, rowID: RoomRowID) = (.max, .noRoom)
        if let since {
            guard let room = try RoomRecord.find(since.roomID, in: db) else {
                throw MatrixError(.invalidParam, "since: this is not a token of the room list.")
            }
            bound = (since.joined, room.rowID)
        }
        return try RoomRows.listed(next: bound, isBackwards: isBackwards, limit: count, in: db)
            .map { Place(rowID: $0.rowID, roomID: $0.roomID, joined: $0.joined) }
    }

    /// Returns the number of listed rooms. For a search, returns the number of matches so far.
    func total(in db: Database) throws -> Int {
        guard !isSearch else { return found }
        return try RoomRows.countListed(in: db)
    }

    func json(total: Int) -> [UInt8] {
        var object = JSONObjectWriter()
        object.add("chunk", JSONText.array(entries))
        object.add("total_room_count_estimate", "\(total)")
        if let next { object.add("next_batch", JSONText.quoted(next.description)) }
        if let previous { object.add("prev_batch", JSONText.quoted(previous.description)) }
        return object.finished()
    }
}
