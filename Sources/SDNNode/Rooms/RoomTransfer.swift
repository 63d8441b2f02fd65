import GRDB
import HeraldJSON
import SDNWire

/// Copies a user's personal settings of a room to the room that replaced it: tags, the entry in `m.direct`, and push rules.
///
/// The settings of the old room stay. A setting that would exceed a limit of the user is left out, because it must not prevent the join.
struct RoomTransfer {
    let user: String
    let old: RoomRecord
    let new: RoomRecord
    let push: PushMemory
    let limits: UserLimits

    init(of user: String, from old: RoomRecord, to new: RoomRecord, push: PushMemory, limits: UserLimits) {
        self.user = user
        self.old = old
        self.new = new
        self.push = push
        self.limits = limits
    }

    /// Creates the transfer for a user who has joined a room. The result is `nil` if the room replaces no room that the user has been in. Both rooms
    /// must name each other.
    init?(of user: String, joining room: RoomRecord, push: PushMemory, limits: UserLimits, in db: Database) throws {
        guard
            let create = try StateStore.event(EventType.create, room: room.rowID, in: db),
            let oldID = create.contentObject["predecessor"]?["room_id"]?.stringValue,
            let old = try RoomRecord.find(oldID, in: db),
            try StateStore.entry(EventType.member, user, room: old.rowID, in: db) != nil,
            try StateStore.event(EventType.tombstone, room: old.rowID, in: db)?.contentObject["replacement_room"]?
                .stringValue?.isIdentical(to: room.roomID) == true
        else { return nil }
        self.init(of: user, from: old, to: room, push: push, limits: limits)
    }

    func run(in db: Database) throws {
        for copy in [copyTags, copyDirect, copyRules] {
            do {
                try db.inSavepoint {
                    try copy(db)
                    return .commit
                }
            } catch {
                // A setting that a limit refuses is left out.
                guard error is MatrixError || error is StatusedError else { throw error }
            }
        }
    }

    private func copyTags(_ db: Database) throws {
        guard let tags = try AccountDataStore.content(user, room: old.rowID, type: "m.tag", in: db),
            try AccountDataStore.content(user, room: new.rowID, type: "m.tag", in: db) == nil
        else { return }
        try AccountDataStore.check(user, room: new.rowID, type: "m.tag", bytes: tags.count, limits, in: db)
        try AccountDataStore.set(user, room: new.rowID, type: "m.tag", content: tags, in: db)
    }

    private func copyDirect(_ db: Database) throws {
        guard let bytes = try AccountDataStore.content(user, room: .noRoom, type: "m.direct", in: db),
            let before = try JSONValue(parsing: bytes).objectValue
        else { return }
        let (oldID, newID) = (JSONValue.string(old.roomID), JSONValue.string(new.roomID))
        var direct = before
        for (other, value) in before {
            guard let rooms = value.arrayValue, rooms.contains(oldID), !rooms.contains(newID) else { continue }
            direct[other] = .array(rooms + [newID])
        }
        guard direct != before else { return }
        let content = JSONValue.object(direct).serialized()
        try AccountDataStore.check(user, room: .noRoom, type: "m.direct", bytes: content.count, limits, in: db)
        try AccountDataStore.set(user, room: .noRoom, type: "m.direct", content: content, in: db)
    }

    /// Copies the rules whose ID is the room ID: the rule of the kind `room`, and the rule with which clients mute a room.
    private func copyRules(_ db: Database) throws {
        guard try PushRuleStore.version(of: user, in: db) != nil else { return }
        let rules = try PushRuleStore.ruleset(of: user, in: db)
        var hasChanged = false
        for kind in [PushRuleKind.room, .override] {
            guard let rule = rules[kind].first(where: { $0.id.isIdentical(to: old.roomID) }),
                !rules[kind].contains(where: { $0.id.isIdentical(to: new.roomID) })
            else { continue }
            let copy = PushRule(
                kind, id: new.roomID, isEnabled: rule.isEnabled,
                conditions: kind == .room ? [] : rule.conditions.map(condition), pattern: nil,
                actions: rule.actions.list)
            try PushRuleStore.set(copy, of: user, before: nil, after: nil, in: db)
            if !rule.isEnabled { try PushRuleStore.setEnabled(false, kind, new.roomID, of: user, in: db) }
            hasChanged = true
        }
        guard hasChanged else { return }
        try PushRuleStore.check(user, PushRuleCost(of: user, in: db), limits, in: db)
        push.forgetRules(of: user)
    }

    /// Returns a condition with the new room's ID in the place of the old one's.
    private func condition(_ condition: PushCondition) -> JSONValue {
        guard var json = condition.json.objectValue, json["key"] == "room_id", json["pattern"] == .string(old.roomID)
        else { return condition.json }
        json["pattern"] = .string(new.roomID)
        return .object(json)
    }
}
