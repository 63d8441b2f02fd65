import GRDB
import HeraldJSON
import SDNWire

/// Carries a changed profile into the user's rooms.
enum RoomProfiles {
    /// Appends a new member event in every room that the user is joined to, inside the write that changes the profile.
    ///
    /// A room that does not take the event, such as one where it would be too large, keeps the old one: one room must not decide over
    /// the others.
    /// - Returns: the users to wake after the commit.
    static func carry(_ userID: String, now: Int64, push: PushMemory, in db: Database) throws -> Set<String> {
        var concerned: Set<String> = []
        let rooms = try Int64.fetchAll(
            db.cachedStatement(sql: "SELECT room FROM membership WHERE user = ? AND membership = 'join'"), arguments: [userID])
        let profile = try MemberProfile.content(of: userID, in: db)
        for nid in rooms {
            guard let room = try RoomRecord.find(nid: nid, in: db),
                var content = try StateStore.event(EventType.member, userID, room: nid, in: db)?.contentObject
            else { continue }
            content["displayname"] = profile["displayname"]
            content["avatar_url"] = profile["avatar_url"]
            // It vouched for the join, not for this.
            content["join_authorised_via_users_server"] = nil
            var log = RoomLog(db, room: room, now: now, push: push)
            do {
                try log.append(.member(userID, .join, by: userID, content))
            } catch is MatrixError {
                // Refused before anything of it was written.
                continue
            }
            if log.room.lastOrd != room.lastOrd { concerned.formUnion(try RoomAudiences.read(nid, in: db)) }
        }
        return concerned
    }
}
