import SDNValues

/// Rooms in the order of a list. A changed room is removed and inserted at its place, without sorting the other rooms again.
struct RoomListIndex: Sendable {
    let options: MXRoomListOptions
    private(set) var entries: [MXRoomListSnapshot.Entry]
    private var keys: [String: RoomListKey]
    /// The rooms that were replaced by another room, by the ID of that room. One room may replace several. A replaced room leaves the list when the
    /// user joins its replacement.
    private var replaced: [String: Set<String>] = [:]

    init(_ options: MXRoomListOptions, rooms: [MXRoomSummary], isJoined: (String) -> Bool) {
        self.options = options
        entries = rooms.compactMap { summary in
            RoomListKey(summary, options, isJoined: isJoined).map {
                MXRoomListSnapshot.Entry(key: $0, summary: summary)
            }
        }
        entries.sort { $0.key < $1.key }
        keys = Dictionary(entries.map { ($0.summary.roomId, $0.key) }, uniquingKeysWith: { first, _ in first })
        for room in rooms { note(room) }
    }

    private mutating func note(_ summary: MXRoomSummary) {
        if let replacement = summary.replacementRoomId { replaced[replacement, default: []].insert(summary.roomId) }
    }

    /// Returns the rooms that a room replaces. They may leave the list when the user joins that room.
    func predecessors(of roomId: String) -> Set<String> { replaced[roomId] ?? [] }

    /// Applies a change of a room.
    /// - Parameter summary: the room's summary; `nil` for a room that the user has left.
    /// - Returns: true when the list has changed.
    mutating func update(_ roomId: String, _ summary: MXRoomSummary?, isJoined: (String) -> Bool) -> Bool {
        if let summary { note(summary) }
        let key = summary.flatMap { RoomListKey($0, options, isJoined: isJoined) }
        let old = keys[roomId]
        guard old != nil || key != nil else { return false }
        if let old {
            let index = entries.partitioningIndex { $0.key >= old }
            if index < entries.count, entries[index].key == old {
                if old == key, let key, let summary {
                    guard entries[index].summary != summary else { return false }
                    entries[index] = MXRoomListSnapshot.Entry(key: key, summary: summary)
                    return true
                }
                entries.remove(at: index)
            }
        }
        keys[roomId] = key
        if let key, let summary {
            entries.insert(
                MXRoomListSnapshot.Entry(key: key, summary: summary), at: entries.partitioningIndex { $0.key >= key })
        }
        return true
    }
}
