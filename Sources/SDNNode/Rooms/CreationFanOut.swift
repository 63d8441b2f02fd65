import GRDB

/// Adds the first events of a room that do not fit into its first turn.
struct CreationFanOut: FanOut {
    static let kind = FanOutKind.creation
    private let room: RoomRowID
    private var rest: [PlannedEvent]

    init(room: RoomRowID, rest: [EventDraft]) {
        self.room = room
        self.rest = rest.map(PlannedEvent.init)
    }

    var subject: String { String(room.rawValue) }

    mutating func advance(_ turn: inout FanOutTurn) throws -> Bool {
        guard !rest.isEmpty, let record = try RoomRecord.find(rowID: room, in: turn.db) else { return true }
        var log = turn.log(of: record)
        let next = rest.prefix(turn.left)
        for event in next { try turn.offer(event.draft(), to: &log) }
        try turn.finish(log)
        rest.removeFirst(next.count)
        return rest.isEmpty
    }
}
