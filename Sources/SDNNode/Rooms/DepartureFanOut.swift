import SDNWire

/// Removes a deactivated user from all rooms. It adds a leave event wherever the user is joined, invited or knocking.
struct DepartureFanOut: FanOut {
    static let kind = FanOutKind.departure
    private let user: String
    /// The last room that was processed.
    private var place = RoomRowID.noRoom

    init(of user: String) { self.user = user }

    var subject: String { user }

    mutating func advance(_ turn: inout FanOutTurn) throws -> Bool {
        let limit = turn.left
        let rooms = try MembershipRows.openRooms(of: user, after: place, limit: limit + 1, in: turn.db)
        for rowID in rooms.prefix(limit) {
            place = rowID
            guard let room = try RoomRecord.find(rowID: rowID, in: turn.db) else { continue }
            var log = turn.log(of: room)
            try turn.offer(.member(user, .leave, by: user), to: &log)
            try turn.finish(log)
        }
        return rooms.count <= limit
    }
}
