/// The users who are typing in each room, with the time at which their typing ends.
struct TypingLists: Sendable {
    /// The longest typing timeout, which is also the default (SDN sheet 5.8).
    static let longest = Duration.seconds(30)

    /// The end times of typing by room and user.
    private var rooms: [RoomRowID: [String: ContinuousClock.Instant]] = [:]
    private var changes = ChangeLog<RoomRowID>()
    private static let memory = 10_000

    /// - Parameter until: the time at which the typing ends; `nil` to end it now.
    /// - Returns: true if the room's list has changed.
    mutating func set(_ user: String, in room: RoomRowID, until: ContinuousClock.Instant?, serial: Int64) -> Bool {
        let before = rooms[room]?[user]
        guard before != nil || until != nil else { return false }
        rooms[room, default: [:]][user] = until
        if rooms[room]?.isEmpty == true { rooms[room] = nil }
        guard (before == nil) != (until == nil) else { return false }
        note(room, serial)
        return true
    }

    /// Ends the typing whose time has passed.
    /// - Returns: the rooms whose lists changed.
    mutating func expire(now: ContinuousClock.Instant, serial: Int64) -> [RoomRowID] {
        var changed: [RoomRowID] = []
        for (room, users) in rooms where users.values.contains(where: { $0 <= now }) {
            let left = users.filter { $0.value > now }
            rooms[room] = left.isEmpty ? nil : left
            note(room, serial)
            changed.append(room)
        }
        return changed
    }

    /// Ends all typing.
    /// - Returns: true if somebody was typing.
    mutating func endAll(serial: Int64) -> Bool {
        guard !rooms.isEmpty else { return false }
        let ended = rooms.keys
        rooms = [:]
        for room in ended { note(room, serial) }
        return true
    }

    /// The time at which the next typing ends.
    var nextEnd: ContinuousClock.Instant? { rooms.values.lazy.flatMap(\.values).min() }

    /// Returns the rooms in which a user is typing.
    func rooms(of user: String) -> [RoomRowID] { rooms.filter { $0.value[user] != nil }.map(\.key) }

    func users(in room: RoomRowID) -> [String] { rooms[room]?.keys.sorted() ?? [] }

    /// Returns the lists that changed after a serial, empty ones included.
    func changed(after serial: Int64) -> [RoomRowID: [String]] {
        Dictionary(changes.keys(after: serial).map { ($0, users(in: $0)) }, uniquingKeysWith: { first, _ in first })
    }

    private mutating func note(_ room: RoomRowID, _ serial: Int64) {
        changes.note(room, serial: serial)
        // The oldest changes are forgotten for rooms in which nobody types. A client that has missed so many changes no longer shows typing from
        // that time.
        if changes.count > Self.memory {
            for room in changes.keys(after: 0).prefix(Self.memory / 2) where rooms[room] == nil { changes.forget(room) }
        }
    }
}
