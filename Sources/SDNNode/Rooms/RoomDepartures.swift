import GRDB
import SDNWire

/// Takes a user who gives the account up out of all rooms.
enum RoomDepartures {
    /// Appends a leave event wherever the user is joined, invited or knocking, inside the write that ends the account.
    /// - Returns: the users to wake after the commit.
    static func leaveAll(_ userID: String, now: Int64, push: PushMemory, in db: Database) throws -> Set<String> {
        let rooms = try Int64.fetchAll(
            db.cachedStatement(sql: "SELECT room FROM membership WHERE user = ? AND membership IN ('join', 'invite', 'knock')"), arguments: [userID])
        var concerned: Set<String> = []
        for nid in rooms {
            guard let room = try RoomRecord.find(nid: nid, in: db) else { continue }
            var log = RoomLog(db, room: room, now: now, push: push)
            do {
                try log.append(.member(userID, .leave, by: userID))
            } catch is MatrixError {
                // Refused before anything of it was written: the other rooms must not depend on this one.
                continue
            }
            concerned.formUnion(try RoomAudiences.read(nid, in: db))
        }
        return concerned
    }
}
