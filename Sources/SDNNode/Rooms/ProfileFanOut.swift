import HeraldJSON
import SDNWire

/// Copies a changed profile into the user's rooms, with a new member event in every room that the user is joined to.
///
/// A room may refuse the event, for example because it would be too large. The old member event then stays. Each event has the profile at the time
/// when the event is made, so the work for a new change replaces the work for earlier changes.
struct ProfileFanOut: FanOut {
    static let kind = FanOutKind.profile
    private let user: String
    /// The last room that was processed.
    private var place = RoomRowID.noRoom

    init(of user: String) { self.user = user }

    var subject: String { user }

    mutating func advance(_ turn: inout FanOutTurn) throws -> Bool {
        let db = turn.db, limit = turn.left
        let rooms = try MembershipRows.joinedRooms(of: user, after: place, limit: limit + 1, in: db)
        let profile = try MemberProfile.content(of: user, in: db)
        for rowID in rooms.prefix(limit) {
            place = rowID
            guard let room = try RoomRecord.find(rowID: rowID, in: db),
                var content = try StateStore.event(EventType.member, user, room: rowID, in: db)?.contentObject
            else { continue }
            content["displayname"] = profile["displayname"]
            content["avatar_url"] = profile["avatar_url"]
            // `join_authorised_via_users_server` names the user who authorised the join. A change of the profile needs no such user.
            content["join_authorised_via_users_server"] = nil
            var log = turn.log(of: room)
            try turn.offer(.member(user, .join, by: user, content), to: &log)
            try turn.finish(log)
        }
        return rooms.count <= limit
    }
}
