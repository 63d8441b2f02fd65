import HeraldJSON
import SDNWire

/// The checks of a guest's own membership changes (Matrix: guest access). Callers who are not guests pass every check.
struct GuestAccess {
    let caller: Caller
    let log: RoomLog

    /// - Throws: `M_GUEST_ACCESS_FORBIDDEN` if the caller is a guest and the room does not let guests in.
    func requireEntry() throws {
        guard caller.isGuest else { return }
        let rule = try StateStore.event(EventType.guestAccess, room: log.room.rowID, in: log.db)?.contentObject[
            "guest_access"]
        guard rule == "can_join" else { throw MatrixError(.guestAccessForbidden, "Guests cannot join this room.") }
    }

    /// Checks a member event that the caller sends as state. Otherwise, a guest could send what the endpoints of memberships refuse.
    /// - Throws: `M_GUEST_ACCESS_FORBIDDEN` if the caller is a guest and invites, knocks, or joins a room that does not let guests in.
    func check(_ content: JSONObject) throws {
        guard caller.isGuest, let membership = content["membership"]?.stringValue.flatMap(Membership.init(rawValue:))
        else { return }
        switch membership {
        case .join:
            let before = try StateStore.entry(EventType.member, caller.userID, room: log.room.rowID, in: log.db)?.value
            if before != Membership.join.rawValue { try requireEntry() }
        case .invite, .knock: try caller.refuseGuest()
        case .leave, .ban: return
        }
    }
}
