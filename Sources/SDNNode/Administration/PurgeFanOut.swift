import SDNWire

/// Deletes a room's messages before a position. State events stay.
struct PurgeFanOut: FanOut {
    static let kind = FanOutKind.purge
    private let room: RoomRowID
    private let end: Int64
    /// The position up to which the messages are deleted.
    private var place: Int64 = 0

    /// - Parameter end: the position of the first event that stays.
    init(of room: RoomRowID, before end: Int64) {
        self.room = room
        self.end = end
    }

    var subject: String { String(room.rawValue) }

    mutating func advance(_ turn: inout FanOutTurn) throws -> Bool {
        guard let record = try RoomRecord.find(rowID: room, in: turn.db) else { return true }
        let slice = try HistoryPurgeRows.remove(from: record, after: place, before: end, in: turn.db)
        place = slice.place
        return slice.isDone
    }
}

/// Removes all members from a room that the operator has closed, each with a leave event of their own, so that their clients see it. Then deletes the
/// room's messages, if the operator wants it.
struct ClosingFanOut: FanOut {
    static let kind = FanOutKind.closing
    private let room: RoomRowID
    private let purges: Bool
    /// The position up to which members have been processed.
    private var place: Int64 = 0
    /// The position up to which messages are deleted; `nil` while there are members.
    private var purged: Int64?

    init(of room: RoomRowID, purges: Bool) {
        self.room = room
        self.purges = purges
    }

    var subject: String { String(room.rawValue) }

    mutating func advance(_ turn: inout FanOutTurn) throws -> Bool {
        guard let record = try RoomRecord.find(rowID: room, in: turn.db) else { return true }
        guard purged == nil else { return try purge(record, turn) }
        var log = turn.log(of: record)
        let limit = max(0, turn.left)
        // No user has the empty ID, so all members are included.
        let members = try MembershipRows.others(in: room, than: "", after: place, limit: limit, in: turn.db)
        for member in members {
            place = member.ord
            try turn.offer(.member(member.user, .leave, by: member.user), to: &log)
        }
        try turn.finish(log)
        guard members.count < limit else { return false }
        purged = 0
        return !purges
    }

    private mutating func purge(_ record: RoomRecord, _ turn: FanOutTurn) throws -> Bool {
        let slice = try HistoryPurgeRows.remove(
            from: record, after: purged ?? 0, before: record.lastOrd, in: turn.db)
        purged = slice.place
        return slice.isDone
    }
}
