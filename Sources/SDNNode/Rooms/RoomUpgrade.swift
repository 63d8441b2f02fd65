import GRDB
import HeraldJSON
import SDNWire

extension RoomService {
    /// Replaces a room: a tombstone in the old one, a new one with its settings, bans and aliases, and nobody speaks in the old one.
    func upgrade(_ request: UpgradeRoomRequest, _ caller: Caller) async throws -> ReplacementRoomResponse {
        guard let version = RoomVersion(rawValue: request.newVersion), version.isCreatable else {
            throw MatrixError(.unsupportedRoomVersion, "new_version: this node makes rooms of version 10 and 11.")
        }
        let now = services.now()
        let newID = RoomIDMint(random: services.configuration.random).make(creator: try UserID(caller.userID))
        return try await write { db in
            var old = RoomLog(db, room: try RoomRecord.require(request.roomID, in: db), now: now, push: services.push)
            let own = try StateStore.entry(EventType.member, caller.userID, room: old.room.nid, in: db)?.value
            guard own == Membership.join.rawValue else { throw MatrixError(.forbidden, "You are not joined to this room.") }
            let tombstone = try old.append(EventDraft(
                type: "m.room.tombstone", stateKey: "", sender: caller.userID,
                content: ["body": "This room has been replaced", "replacement_room": .string(newID)]))
            let plan = try RoomUpgrade(of: old.room, to: version, by: caller.userID, after: tombstone.eventID, in: db)
            try services.limits.use(.send(user: caller.userID), cost: 1 + plan.creation.initialState.count)
            let isListed = try Bool.fetchOne(db, sql: "SELECT is_listed FROM room WHERE nid = ?", arguments: [old.room.nid]) ?? false
            let room = try RoomRecord.make(newID, version: version, isListed: isListed, in: db)
            var new = RoomLog(db, room: room, now: now, push: services.push)
            try db.execute(sql: "UPDATE room_alias SET room = ? WHERE room = ?", arguments: [room.nid, old.room.nid])
            var creation = try RoomCreation(plan.creation, creator: UserID(caller.userID), serverName: services.configuration.serverName)
            creation.powerLevels = plan.levels?.raised
            try creation.run(&new)
            for (user, content) in plan.bans {
                var content = content
                content["membership"] = nil
                try new.append(.member(user, .ban, by: caller.userID, content))
            }
            if let content = try plan.canonicalAlias(leadingTo: room.nid, in: db) {
                try new.append(EventDraft(type: EventType.canonicalAlias, stateKey: "", sender: caller.userID, content: content))
            }
            if let levels = plan.levels?.lasting {
                try new.append(EventDraft(type: EventType.powerLevels, stateKey: "", sender: caller.userID, content: levels))
            }
            try db.execute(sql: "UPDATE room SET is_listed = 0 WHERE nid = ?", arguments: [old.room.nid])
            try Self.releaseAliases(&old, by: caller.userID)
            try Self.silence(&old, by: caller.userID)
            return (ReplacementRoomResponse(roomID: newID), try audiences.toWake(by: old).union(audiences.toWake(by: new)))
        }
    }

    /// The old room no longer names aliases, which lead to the new one.
    private static func releaseAliases(_ log: inout RoomLog, by sender: String) throws {
        guard var content = try StateStore.event(EventType.canonicalAlias, room: log.room.nid, in: log.db)?.contentObject else { return }
        for member in ["alias", "alt_aliases"] { content[member] = nil }
        try appendIfAllowed(EventDraft(type: EventType.canonicalAlias, stateKey: "", sender: sender, content: content), to: &log)
    }

    /// Speaking and inviting then need more than everybody has, and 50 at least.
    private static func silence(_ log: inout RoomLog, by sender: String) throws {
        guard var levels = try StateStore.event(EventType.powerLevels, room: log.room.nid, in: log.db)?.contentObject else { return }
        let quiet = max(UpgradeLevels.above(levels["users_default"]?.intValue ?? 0), 50)
        for member in ["events_default", "invite"] where (levels[member]?.intValue ?? 0) < quiet { levels[member] = .int(quiet) }
        try appendIfAllowed(EventDraft(type: EventType.powerLevels, stateKey: "", sender: sender, content: levels), to: &log)
    }

    /// Whoever may set a tombstone need not be allowed to set what should go with it; the tombstone stands all the same.
    private static func appendIfAllowed(_ draft: EventDraft, to log: inout RoomLog) throws {
        do {
            try log.append(draft)
        } catch let error as MatrixError where error.code == .forbidden {
            return
        }
    }
}

/// What the new room takes over.
private struct RoomUpgrade {
    private static let carried = [
        "m.room.name", "m.room.topic", "m.room.avatar", "m.room.join_rules", "m.room.history_visibility", "m.room.guest_access",
        "m.room.encryption", "m.room.server_acl", "m.room.related_groups",
    ]
    private static let childLimit = 1_000

    let creation: CreateRoomRequest
    let bans: [(user: String, content: JSONObject)]
    /// `nil` for an old room without levels: the preset's then count.
    let levels: UpgradeLevels?
    private let canonicalAlias: JSONObject

    init(of room: RoomRecord, to version: RoomVersion, by user: String, after tombstone: String, in db: Database) throws {
        func content(_ type: String) throws -> JSONObject? { try StateStore.event(type, room: room.nid, in: db)?.contentObject }
        var creation = CreateRoomRequest()
        creation.roomVersion = version.rawValue
        var create = try content(EventType.create) ?? [:]
        for member in ["creator", "room_version"] { create[member] = nil }
        create["predecessor"] = ["room_id": .string(room.roomID), "event_id": .string(tombstone)]
        creation.creationContent = create
        let creator = try StateStore.event(EventType.create, room: room.nid, in: db)?.sender ?? ""
        let old = PowerLevels(try content(EventType.powerLevels), creator: creator, version: room.version)
        self.levels = try UpgradeLevels(old, for: user) { other in
            try StateStore.entry(EventType.member, other, room: room.nid, in: db)?.value == Membership.ban.rawValue
        }
        self.canonicalAlias = try content(EventType.canonicalAlias) ?? [:]
        creation.initialState = try Self.carried.compactMap { type in
            try content(type).map { CreateRoomRequest.InitialState(type: type, content: .object($0)) }
        }
        if create["type"] == "m.space" {
            creation.initialState += try StateStore.entries(room: room.nid, type: "m.space.child", in: db).prefix(Self.childLimit).compactMap { entry in
                guard let event = try EventStore.event(room: room.nid, ord: entry.ord, in: db), !event.contentObject.isEmpty else { return nil }
                return CreateRoomRequest.InitialState(type: event.type, stateKey: entry.stateKey, content: .object(event.contentObject))
            }
        }
        self.creation = creation
        self.bans = try StateStore.entries(room: room.nid, type: EventType.member, in: db).filter { $0.value == Membership.ban.rawValue }.compactMap {
            guard let event = try EventStore.event(room: room.nid, ord: $0.ord, in: db) else { return nil }
            return ($0.stateKey, event.contentObject)
        }
    }

    /// What is left of the old room's aliases: one that was deleted, or leads elsewhere, is not taken over.
    func canonicalAlias(leadingTo room: Int64, in db: Database) throws -> JSONObject? {
        func leads(_ value: JSONValue) throws -> Bool {
            guard let text = value.stringValue, let alias = try? RoomAlias(text) else { return false }
            return try RoomDirectory.room(alias.text, in: db) == room
        }
        var content = JSONObject()
        if let alias = canonicalAlias["alias"], try leads(alias) { content["alias"] = alias }
        let others = try (canonicalAlias["alt_aliases"]?.arrayValue ?? []).filter(leads)
        if !others.isEmpty { content["alt_aliases"] = .array(others) }
        return content.isEmpty ? nil : content
    }
}
