import HeraldJSON
import SDNWire

/// Removes all members from a room that nobody can join any more. The user who dissolves it is removed last.
struct DissolutionFanOut: FanOut {
    static let kind = FanOutKind.dissolution
    private let room: RoomRowID
    private let user: String
    private let deviceID: String
    private let reason: String?
    /// The position up to which members have been processed. Users who are invited meanwhile have later positions.
    private var place: Int64 = 0

    init(of room: RoomRowID, by caller: Caller, reason: String?) {
        self.room = room
        self.user = caller.userID
        self.deviceID = caller.deviceID
        self.reason = reason
    }

    var subject: String { String(room.rawValue) }

    mutating func advance(_ turn: inout FanOutTurn) throws -> Bool {
        guard let record = try RoomRecord.find(rowID: room, in: turn.db) else { return true }
        var log = turn.log(of: record)
        let origin = EventOrigin(deviceID: deviceID, transactionID: nil)
        var more = JSONObject()
        more.set("reason", reason)
        let others = try MembershipRows.others(
            in: room, than: user, after: place, limit: max(0, turn.left), in: turn.db)
        for other in others {
            place = other.ord
            try turn.offer(.member(other.user, .leave, by: user, more), origin: origin, to: &log)
        }
        let isLast = turn.left > 0
        if isLast { try turn.offer(.member(user, .leave, by: user, more), origin: origin, to: &log) }
        try turn.finish(log)
        return isLast
    }
}
