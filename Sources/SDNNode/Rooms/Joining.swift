import GRDB
import HeraldJSON
import SDNWire
import Synchronization

extension RoomService {
    /// Joins a room by ID or alias. A second join has no effect.
    func join(_ request: RoomActionRequest, _ caller: Caller) async throws -> RoomIDResponse {
        let (push, limits) = (services.push, services.configuration.userLimits), copiesRules = Mutex(false)
        defer { if copiesRules.withLock(\.self) { push.forgetRules(of: caller.userID) } }
        return try await enter(request, caller) { log in
            let before = try StateStore.entry(EventType.member, caller.userID, room: log.room.rowID, in: log.db)?.value
            if before == Membership.join.rawValue { return }
            try GuestAccess(caller: caller, log: log).requireEntry()
            var content = try MemberProfile.content(of: caller.userID, in: log.db)
            for (key, value) in request.more where !Self.decidedByNode.contains(key) { content[key] = value }
            content.set("reason", request.reason)
            content.set(
                "join_authorised_via_users_server",
                try RestrictedJoin(user: caller.userID, room: log.room, db: log.db).voucher())
            try log.append(
                .member(caller.userID, .join, by: caller.userID, content),
                origin: EventOrigin(deviceID: caller.deviceID, transactionID: nil))
            if try UpgradedRules.follow(into: log.room, of: caller.userID, limits, in: log.db) {
                copiesRules.withLock { $0 = true }
                push.forgetRules(of: caller.userID)
            }
            try RoomTransfer(of: caller.userID, joining: log.room, limits: limits, in: log.db)?.run(in: log.db)
        }
    }

    /// The members of a join's content that a client does not choose in the body of its request.
    private static let decidedByNode: Set = ["membership", "join_authorised_via_users_server"]

    /// Knocks, to request an invitation.
    func knock(_ request: RoomActionRequest, _ caller: Caller) async throws -> RoomIDResponse {
        try await enter(request, caller) { log in
            var content = try MemberProfile.content(of: caller.userID, in: log.db)
            content.set("reason", request.reason)
            try log.append(
                .member(caller.userID, .knock, by: caller.userID, content),
                origin: EventOrigin(deviceID: caller.deviceID, transactionID: nil))
        }
    }

    private func enter(
        _ request: RoomActionRequest, _ caller: Caller, _ body: @escaping @Sendable (inout RoomLog) throws -> Void
    ) async throws -> RoomIDResponse {
        let now = services.now()
        let roomID = try await write(by: caller) { db in
            var log = RoomLog(
                db, room: try RoomAliasStore.resolve(request.roomIDOrAlias, in: db).complete(), now: now,
                push: services.push)
            try body(&log)
            return (log.room.roomID, log.hasChanged ? try audiences.toWake(by: log) : [])
        }
        return RoomIDResponse(roomID: roomID)
    }
}

/// Finds the member who authorises a join to a restricted room. The node checks the allowed rooms itself (SDN sheet 7.6).
struct RestrictedJoin {
    let user: String
    let room: RoomRecord
    let db: Database

    /// The most allowed rooms that are checked. They are checked in the order of the join rule, for every user who views the room.
    static let allowedRooms = 50

    /// Returns a joined member who may invite. Returns `nil` if the user is joined or invited, if the room is not restricted, or if the user is in
    /// none of the allowed rooms.
    func voucher() throws -> String? {
        let before = try StateStore.entry(EventType.member, user, room: room.rowID, in: db)?.value
        guard before != Membership.join.rawValue, before != Membership.invite.rawValue else { return nil }
        guard let rule = try StateStore.event(EventType.joinRules, room: room.rowID, in: db)?.contentObject,
            let name = rule["join_rule"]?.stringValue, name == "restricted" || name == "knock_restricted",
            try isInAllowedRoom(rule["allow"]?.arrayValue ?? [])
        else { return nil }
        let levels = try PowerLevels(of: room, in: db)
        let needed = levels.needed(for: .invite)
        // If the default level suffices to invite, every member who has no lower level of their own may invite. The first such member is returned.
        guard levels.ofOthers < needed else {
            return try MembershipRows.firstJoined(in: room.rowID, in: db) { levels.level(of: $0) >= needed }
        }
        return try levels.named.filter { levels.level(of: $0) >= needed }.first { candidate in
            try StateStore.entry(EventType.member, candidate, room: room.rowID, in: db)?.value
                == Membership.join.rawValue
        }
    }

    private func isInAllowedRoom(_ allow: [JSONValue]) throws -> Bool {
        var seen: Set<String> = []
        for entry in allow where entry["type"]?.stringValue == "m.room_membership" {
            guard let id = entry["room_id"]?.stringValue, seen.insert(id).inserted else { continue }
            guard seen.count <= Self.allowedRooms else { break }
            guard let other = try RoomRecord.find(id, in: db) else { continue }
            if try StateStore.entry(EventType.member, user, room: other.rowID, in: db)?.value
                == Membership.join.rawValue
            {
                return true
            }
        }
        return false
    }
}
