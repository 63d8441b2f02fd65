import HeraldJSON
import SDNWire

extension RoomService {
    /// Dissolves a room: nobody can join it any more, no list contains it, and all members are removed, the caller last (SDN sheet 2.2).
    ///
    /// The caller's power level must allow each of these steps. If one is refused, nothing changes.
    func dissolve(_ request: RoomActionRequest, _ caller: Caller) async throws -> EmptyObject {
        let (roomID, reason) = (request.roomIDOrAlias, request.reason)
        let size = try await read { db in
            try MembershipRows.others(
                in: RoomAccess(roomID, reader: caller.userID, in: db).room.rowID, than: caller.userID, in: db
            ).count
        }
        guard size <= Self.dissolveLimit else {
            throw MatrixError(
                .forbidden, "A room with more than \(Self.dissolveLimit) members cannot be dissolved at once.")
        }
        try services.limits.use(.send(user: caller.userID))
        let begun = try await services.database.write { db in
            try AccessTokens.requireAlive(caller, in: db)
            var turn = try services.fanOuts.turn(of: caller.userID, in: db)
            var log = turn.log(of: try RoomRecord.require(roomID, in: db).complete())
            let origin = EventOrigin(deviceID: caller.deviceID, transactionID: nil), room = log.room.rowID
            try turn.append(
                EventDraft(
                    type: EventType.joinRules, stateKey: "", sender: caller.userID, content: ["join_rule": "invite"]),
                origin: origin, to: &log)
            try Self.requirePower(
                of: caller.userID, over: MembershipRows.others(in: room, than: caller.userID, in: db), in: log)
            try turn.finish(log)
            try RoomRows.setListed(false, room, in: db)
            try RoomAliasStore.removeAll(of: room, in: db)
            return try services.fanOuts.begin(DissolutionFanOut(of: room, by: caller, reason: reason), turn)
        }
        try await services.fanOuts.finish(begun)
        return EmptyObject()
    }

    private static let dissolveLimit = 1_000

    /// - Throws: `M_FORBIDDEN` if the user may not remove one of `others` from the room.
    private static func requirePower(
        of user: String, over others: [(user: String, membership: Membership?)], in log: RoomLog
    ) throws {
        var state = try log.authorize(.member(user, .leave, by: user)).state
        for other in others {
            state.memberships[other.user] = other.membership
            if case .deny(let reason) = Authorization.check(.member(other.user, .leave, by: user), in: state) {
                throw MatrixError(.forbidden, "Forbidden: \(reason).")
            }
        }
    }

    /// Withdraws an invitation.
    func revoke(_ request: MemberActionRequest, _ caller: Caller) async throws -> EmptyObject {
        try await act(request, caller, .leave) { _, before in
            guard before == .invite else { throw MatrixError(.forbidden, "\(request.userID) is not invited.") }
        }
    }
}

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
