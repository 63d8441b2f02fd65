import GRDB
import HeraldJSON
import SDNWire

extension RoomService {
    /// Replaces a room. It creates a new room with the settings, bans and aliases of the old one. Then it sets a tombstone in the old room, in which
    /// members can no longer send.
    func upgrade(_ request: UpgradeRoomRequest, _ caller: Caller) async throws -> ReplacementRoomResponse {
        guard let version = RoomVersion(rawValue: request.newVersion) else {
            throw MatrixError(.unsupportedRoomVersion, "new_version: this node creates rooms of versions 1 to 12.")
        }
        try services.limits.use(.send(user: caller.userID))
        let random = RoomIDMint(random: services.configuration.random).make(creator: try UserID(caller.userID))
        let (begun, roomID) = try await services.database.write { db -> (FanOuts.Begun, String) in
            try AccessTokens.requireAlive(caller, in: db)
            if let pending = try FanOutStore.find(UpgradeFanOut.self, request.roomID, in: db) {
                guard pending.user == caller.userID else {
                    throw MatrixError(.unknown, "An upgrade of this room is in progress.")
                }
                return (services.fanOuts.joining(pending.id, of: pending.user), pending.work.newID)
            }
            var turn = try services.fanOuts.turn(of: caller.userID, in: db)
            guard let old = try RoomRecord.find(request.roomID, in: db) else {
                throw MatrixError(.notFound, "This room does not exist.")
            }
            let target = UpgradeTarget(
                version: version, creators: AdditionalCreators(request.additionalCreators), random: random)
            let work = try beginUpgrade(of: old.complete(), to: target, caller, &turn)
            return (try services.fanOuts.begin(work, turn), work.newID)
        }
        try await services.fanOuts.finish(begun)
        if begun.isPending { try await requireTombstone(in: request.roomID, leadingTo: roomID) }
        return ReplacementRoomResponse(roomID: roomID)
    }

    /// Creates the new room with the old room's settings, which are few. ``UpgradeFanOut`` then copies the parts that can be large.
    private func beginUpgrade(
        of old: RoomRecord, to target: UpgradeTarget, _ caller: Caller, _ turn: inout FanOutTurn
    ) throws -> UpgradeFanOut {
        let db = turn.db
        let own = try StateStore.entry(EventType.member, caller.userID, room: old.rowID, in: db)?.value
        guard own == Membership.join.rawValue else { throw MatrixError(.forbidden, "You are not joined to this room.") }
        func tombstone(_ newID: String) throws -> RoomLog.Reserved {
            try turn.log(of: old).reserve(UpgradeFanOut.tombstone(leadingTo: newID, by: caller.userID))
        }
        // The tombstone contains the ID of the new room. The new room can therefore name the tombstone only if its own ID is random.
        let reserved = target.version.hashesRoomID ? nil : try tombstone(target.random)
        let plan = try UpgradePlan(of: old, to: target, by: caller.userID, after: reserved?.eventID, in: db)
        var creation = try RoomCreation(
            plan.creation, creator: UserID(caller.userID), serverName: services.configuration.serverName)
        creation.powerLevels = plan.levels?.raised
        let birth = try creation.birth(target.random, now: turn.now, in: db)
        let tombstone = try reserved ?? tombstone(birth.roomID)
        let room = try RoomRecord.make(
            birth.roomID, version: target.version, isListed: false, isBeingMade: true, in: db)
        var log = turn.log(of: room)
        _ = try creation.begin(birth, &log, &turn)
        try turn.finish(log)
        return UpgradeFanOut(
            old, to: room, by: caller.userID, tombstone: tombstone, levels: plan.levels?.lasting, isSpace: plan.isSpace)
    }

    /// - Throws: `M_FORBIDDEN` if the user was no longer allowed to set the tombstone at the end.
    private func requireTombstone(in roomID: String, leadingTo newID: String) async throws {
        let target = try await read { db in
            try StateStore.event(UpgradeFanOut.tombstoneType, room: RoomRecord.require(roomID, in: db).rowID, in: db)?
                .contentObject["replacement_room"]
        }
        guard target?.stringValue == newID else {
            throw MatrixError(.forbidden, "The room changed during the upgrade and was not replaced.")
        }
    }
}

/// The kind of room that an upgrade makes.
private struct UpgradeTarget {
    let version: RoomVersion
    /// The creators besides the user who upgrades, from room version 12 on.
    let creators: AdditionalCreators
    /// The ID of the new room, if its version does not determine the ID.
    let random: String
}

/// The initial settings of the new room.
private struct UpgradePlan {
    private static let carried = [
        "m.room.name", "m.room.topic", "m.room.avatar", "m.room.join_rules", "m.room.history_visibility",
        "m.room.guest_access",
        "m.room.encryption", "m.room.server_acl", "m.room.related_groups",
    ]

    let creation: CreateRoomRequest
    /// The power levels of the new room; `nil` if the old room has none. The levels of the preset then apply.
    let levels: UpgradeLevels?
    let isSpace: Bool

    /// - Parameter tombstone: the ID of the old room's tombstone; `nil` if the new room cannot name it.
    init(of room: RoomRecord, to target: UpgradeTarget, by user: String, after tombstone: String?, in db: Database)
        throws
    {
        func content(_ type: String) throws -> JSONObject? {
            try StateStore.event(type, room: room.rowID, in: db)?.contentObject
        }
        var creation = CreateRoomRequest()
        creation.roomVersion = target.version.rawValue
        var create = try content(EventType.create) ?? [:]
        for member in ["creator", "room_version", AdditionalCreators.member] { create[member] = nil }
        if target.version.putsCreatorsAboveLevels, !target.creators.userIDs.isEmpty {
            create[AdditionalCreators.member] = .array(target.creators.userIDs.map(JSONValue.string))
        }
        var predecessor: JSONObject = ["room_id": .string(room.roomID)]
        predecessor.set("event_id", tombstone)
        create["predecessor"] = .object(predecessor)
        creation.creationContent = create
        creation.initialState = try Self.carried.compactMap { type in
            try content(type).map { CreateRoomRequest.InitialState(type: type, content: .object($0)) }
        }
        self.creation = creation
        self.isSpace = create["type"] == "m.space"
        self.levels = try UpgradeLevels(
            PowerLevels(of: room, in: db), to: target.version, for: user, with: target.creators
        ) { other in
            try StateStore.entry(EventType.member, other, room: room.rowID, in: db)?.value == Membership.ban.rawValue
        }
    }
}
