import GRDB
import HeraldJSON
import SDNWire

/// Carries a changed profile into the user's rooms.
enum RoomProfiles {
    /// Sends a new member event in every room that the user is joined to, all in one write.
    static func profileChanged(userID: String, services: NodeServices) async throws {
        let now = services.now()
        let users = try await services.database.write { db in
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
                var log = RoomLog(db, room: room, now: now)
                try log.append(.member(userID, .join, by: userID, content))
                if log.room.lastOrd != room.lastOrd { concerned.formUnion(try RoomAudiences.read(nid, in: db)) }
            }
            return concerned
        }
        services.notifier.wake(users: users)
    }
}
