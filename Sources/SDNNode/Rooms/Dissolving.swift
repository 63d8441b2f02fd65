import GRDB
import HeraldJSON
import SDNWire

extension RoomService {
    /// Ends a room for everyone: nobody can join any more, all are put out, the caller last, and no list has it (SDN sheet 2.2).
    ///
    /// The caller's power decides as for each of these steps alone; when one is refused, nothing has happened.
    func dissolve(_ request: RoomActionRequest, _ caller: Caller) async throws -> EmptyObject {
        let (roomID, reason) = (request.roomIDOrAlias, request.reason)
        let size = try await read { db in
            try Self.others(in: RoomAccess(roomID, reader: caller.userID, in: db).room.nid, than: caller.userID, db).count
        }
        guard size <= Self.dissolveLimit else {
            throw MatrixError(.forbidden, "A room with more than \(Self.dissolveLimit) members cannot be dissolved at once.")
        }
        try services.limits.use(.send(user: caller.userID), cost: 1 + size)
        try await change(roomID) { log in
            let origin = EventOrigin(deviceID: caller.deviceID, transactionID: nil), room = log.room.nid
            try log.append(EventDraft(type: EventType.joinRules, stateKey: "", sender: caller.userID, content: ["join_rule": "invite"]), origin: origin)
            var more = JSONObject()
            more.set("reason", reason)
            for user in try Self.others(in: room, than: caller.userID, log.db) {
                try log.append(.member(user, .leave, by: caller.userID, more), origin: origin)
            }
            try log.append(.member(caller.userID, .leave, by: caller.userID, more), origin: origin)
            try log.db.execute(sql: "UPDATE room SET is_listed = 0 WHERE nid = ?", arguments: [room])
            try log.db.execute(sql: "DELETE FROM room_alias WHERE room = ?", arguments: [room])
        }
        return EmptyObject()
    }

    /// Each of them makes an event in one write, during which everybody else's writes wait.
    private static let dissolveLimit = 1_000

    private static func others(in room: Int64, than user: String, _ db: Database) throws -> [String] {
        try String.fetchAll(
            db, sql: "SELECT user FROM membership WHERE room = ? AND user <> ? AND membership IN ('join', 'invite', 'knock') ORDER BY ord",
            arguments: [room, user])
    }

    /// Takes an invitation back.
    func revoke(_ request: MemberActionRequest, _ caller: Caller) async throws -> EmptyObject {
        try await act(request, caller, .leave) { _, before in
            guard before == .invite else { throw MatrixError(.forbidden, "\(request.userID) is not invited.") }
        }
    }
}
