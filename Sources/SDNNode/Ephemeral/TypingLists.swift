/// Who is writing in which room, and until when unless it is said again.
struct TypingLists: Sendable {
    /// How long it holds at most, and by default, in milliseconds (SDN sheet 5.8).
    static let longest: Int64 = 30_000

    /// Rooms in which somebody writes; end times by user.
    private var rooms: [Int64: [String: Int64]] = [:]
    private var changes = ChangeLog<Int64>()
    private static let memory = 10_000

    /// - Parameter until: when it ends; `nil` for now.
    /// - Returns: whether the room's list is another than before.
    mutating func set(_ user: String, in room: Int64, until: Int64?, serial: Int64) -> Bool {
        let before = rooms[room]?[user]
        guard before != nil || until != nil else { return false }
        rooms[room, default: [:]][user] = until
        if rooms[room]?.isEmpty == true { rooms[room] = nil }
        guard (before == nil) != (until == nil) else { return false }
        note(room, serial)
        return true
    }

    /// Ends what is over. - Returns: the rooms whose lists changed.
    mutating func expire(now: Int64, serial: Int64) -> [Int64] {
        var changed: [Int64] = []
        for (room, users) in rooms where users.values.contains(where: { $0 <= now }) {
            let left = users.filter { $0.value > now }
            rooms[room] = left.isEmpty ? nil : left
            note(room, serial)
            changed.append(room)
        }
        return changed
    }

    /// When the next one ends.
    var nextEnd: Int64? { rooms.values.lazy.flatMap(\.values).min() }

    /// The rooms in which somebody writes.
    func rooms(of user: String) -> [Int64] { rooms.filter { $0.value[user] != nil }.map(\.key) }

    func users(in room: Int64) -> [String] { rooms[room]?.keys.sorted() ?? [] }

    /// The lists that changed after a serial, empty ones too.
    func changed(after serial: Int64) -> [Int64: [String]] {
        Dictionary(changes.keys(after: serial).map { ($0, users(in: $0)) }, uniquingKeysWith: { first, _ in first })
    }

    private mutating func note(_ room: Int64, _ serial: Int64) {
        changes.note(room, serial: serial)
        // A client that has been away so long has long let go of what was typed then.
        if changes.count > Self.memory { for room in changes.keys(after: 0).prefix(Self.memory / 2) where rooms[room] == nil { changes.forget(room) } }
    }
}
