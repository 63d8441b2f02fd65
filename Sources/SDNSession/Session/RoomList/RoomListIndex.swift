import SDNValues

/// Rooms in the order of a list. A changed room is removed and inserted at its place, without sorting the other rooms again.
struct RoomListIndex: Sendable {
    let options: MXRoomListOptions
    private(set) var entries: [MXRoomListSnapshot.Entry]
    private let isWanted: RoomListPredicate
    private var keys: [String: RoomListKey]
    /// The rooms that were replaced by another room, by the ID of that room. One room may replace several. A replaced room leaves the list when the
    /// user joins its replacement.
    private var replaced: [String: Set<String>] = [:]

    /// True when the order of the rooms depends on which spaces contain them.
    var usesSpaces: Bool { isWanted.usesSpaces }

    init(
        _ options: MXRoomListOptions, rooms: [MXRoomSummary], spaces: SpaceGraph = SpaceGraph(),
        isJoined: (String) -> Bool
    ) {
        self.options = options
        let isWanted = RoomListPredicate(options.filter)
        self.isWanted = isWanted
        entries = rooms.compactMap { summary in
            RoomListKey(summary, options, isWanted, spaces, isJoined: isJoined).map {
                MXRoomListSnapshot.Entry(key: $0, summary: summary)
            }
        }
        entries.sort { $0.key < $1.key }
        keys = Dictionary(entries.map { ($0.summary.roomId, $0.key) }, uniquingKeysWith: { first, _ in first })
        for room in rooms { note(room) }
    }

    /// Creates an index of a session's rooms as they are now.
    init(_ options: MXRoomListOptions, of session: MXSession) {
        self.init(
            options, rooms: session.rooms.map(\.summary), spaces: session.spaceGraph, isJoined: session.isJoined)
    }

    private mutating func note(_ summary: MXRoomSummary) {
        if let replacement = summary.replacementRoomId { replaced[replacement, default: []].insert(summary.roomId) }
    }

    /// Returns the rooms that a room replaces. They may leave the list when the user joins that room.
    func predecessors(of roomId: String) -> Set<String> { replaced[roomId] ?? [] }

    /// Applies a change of a room.
    /// - Parameter summary: the room's summary; `nil` for a room that the user has left.
    /// - Returns: the index of the first entry that has changed; `nil` when the list is the same.
    mutating func update(
        _ roomId: String, _ summary: MXRoomSummary?, spaces: SpaceGraph = SpaceGraph(), isJoined: (String) -> Bool
    ) -> Int? {
        if let summary { note(summary) }
        let key = summary.flatMap { RoomListKey($0, options, isWanted, spaces, isJoined: isJoined) }
        let old = keys[roomId]
        guard old != nil || key != nil else { return nil }
        var first = entries.count
        if let old {
            let index = entries.partitioningIndex { $0.key >= old }
            if index < entries.count, entries[index].key == old {
                if old == key, let key, let summary {
                    guard entries[index].summary != summary else { return nil }
                    entries[index] = MXRoomListSnapshot.Entry(key: key, summary: summary)
                    return index
                }
                entries.remove(at: index)
                first = index
            }
        }
        keys[roomId] = key
        if let key, let summary {
            let index = entries.partitioningIndex { $0.key >= key }
            entries.insert(MXRoomListSnapshot.Entry(key: key, summary: summary), at: index)
            first = min(first, index)
        }
        return first
    }

    /// True when both lists show the same rooms with the same content.
    func isSame(as other: RoomListIndex) -> Bool {
        entries.count == other.entries.count
            && zip(entries, other.entries).allSatisfy { $0.key == $1.key && $0.summary == $1.summary }
    }
}
