import GRDB
import HeraldJSON
import SDNWire

extension RoomService {
    func invite(_ request: MemberActionRequest, _ caller: Caller) async throws -> EmptyObject {
        try await act(request, caller, .invite) { _, before in
            if before == .join { throw MatrixError(.forbidden, "\(request.userID) is already in the room.") }
        }
    }

    func kick(_ request: MemberActionRequest, _ caller: Caller) async throws -> EmptyObject {
        try await act(request, caller, .leave) { _, before in
            guard let before, before != .leave, before != .ban else {
                throw MatrixError(.forbidden, "\(request.userID) is not in the room.")
            }
        }
    }

    func ban(_ request: MemberActionRequest, _ caller: Caller) async throws -> EmptyObject {
        try await act(request, caller, .ban) { _, _ in }
    }

    func unban(_ request: MemberActionRequest, _ caller: Caller) async throws -> EmptyObject {
        try await act(request, caller, .leave) { _, before in
            guard before == .ban else { throw MatrixError(.forbidden, "\(request.userID) is not banned.") }
        }
    }

    /// Leaves a room or rejects an invitation. A second call has no effect, so that a retry after a lost answer succeeds.
    func leave(_ request: RoomActionRequest, _ caller: Caller) async throws -> EmptyObject {
        try await change(request.roomIDOrAlias, by: caller) { log in
            let before = try StateStore.entry(EventType.member, caller.userID, room: log.room.rowID, in: log.db)
            if before?.value == Membership.leave.rawValue { return }
            var more = JSONObject()
            more.set("reason", request.reason)
            try log.append(
                .member(caller.userID, .leave, by: caller.userID, more),
                origin: EventOrigin(deviceID: caller.deviceID, transactionID: nil))
        }
        return EmptyObject()
    }

    /// Removes a room from the caller's lists. The caller must have left the room before.
    func forget(_ request: RoomActionRequest, _ caller: Caller) async throws -> EmptyObject {
        try await services.database.write { db in
            let room = try RoomRecord.require(request.roomIDOrAlias, in: db)
            let membership = try StateStore.entry(EventType.member, caller.userID, room: room.rowID, in: db)?.value
            guard membership == nil || membership == Membership.leave.rawValue || membership == Membership.ban.rawValue
            else {
                throw MatrixError(.unknown, "Leave the room before you forget it.")
            }
            try MembershipRows.forget(room.rowID, by: caller.userID, in: db)
        }
        return EmptyObject()
    }

    func joinedRooms(_ caller: Caller) async throws -> JoinedRoomsResponse {
        JoinedRoomsResponse(
            roomIDs: try await read { db in try MembershipRows.joinedRoomIDs(of: caller.userID, in: db) })
    }

    /// Adds a member event about another user.
    /// - Parameter check: checks the target's earlier membership.
    func act(
        _ request: MemberActionRequest, _ caller: Caller, _ membership: Membership,
        _ check: @escaping @Sendable (RoomLog, Membership?) throws -> Void
    ) async throws -> EmptyObject {
        let target = try MemberTarget.userID(request.userID)
        try await change(request.roomID, by: caller) { log in
            let own = try StateStore.entry(EventType.member, caller.userID, room: log.room.rowID, in: log.db)?.value
            guard own == Membership.join.rawValue else {
                throw MatrixError(.forbidden, "You are not joined to this room.")
            }
            let before = try StateStore.entry(EventType.member, target, room: log.room.rowID, in: log.db)?.value
            try check(log, before.flatMap(Membership.init(rawValue:)))
            var more = membership == .invite ? try MemberProfile.content(of: target, in: log.db) : JSONObject()
            more.set("reason", request.reason)
            let draft = EventDraft.member(target, membership, by: caller.userID, more)
            var invitation: RateLimiter.Subject?
            if membership == .invite {
                // The caller's right is checked first, so that others learn nothing of the target's limits.
                try log.authorize(draft)
                invitation = try admitInvitation(
                    of: target, by: caller.userID, before: before.flatMap(Membership.init(rawValue:)), in: log.db)
            }
            try log.append(draft, origin: EventOrigin(deviceID: caller.deviceID, transactionID: nil))
            if let invitation { try services.limits.use(invitation) }
        }
        return EmptyObject()
    }
}

/// The members of a member event's content that come from the user's profile.
enum MemberProfile {
    static func content(of userID: String, in db: Database) throws -> JSONObject {
        let profile = try AccountStore.profile(of: userID, in: db)
        var content = JSONObject()
        content.set("displayname", profile.displayname)
        content.set("avatar_url", profile.avatarURL)
        return content
    }
}
