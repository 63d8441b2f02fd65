import GRDB
import HeraldJSON
import SDNWire

/// Copies a user's push rules for a room to the room that replaces it (Matrix: room upgrades).
enum UpgradedRules {
    /// Copies the rules to the room of which the user has become a member, if it really replaces its predecessor.
    /// - Returns: true if a rule was copied. The user's rules must then be removed from the cache, now and after the commit.
    static func follow(into room: RoomRecord, of user: String, _ limits: UserLimits, in db: Database) throws -> Bool {
        guard try PushRuleStore.sharesDefaultsUntil(user, in: db) != nil,
            let creation = try StateStore.event(EventType.create, room: room.rowID, in: db)?.contentObject,
            let id = creation["predecessor"]?["room_id"]?.stringValue, !id.utf8.contains(0),
            let old = try RoomRecord.find(id, in: db),
            // Anyone can name a predecessor. Only those who may close the old room can name a successor.
            try StateStore.event(EventType.tombstone, room: old.rowID, in: db)?.contentObject["replacement_room"]?
                .stringValue == room.roomID
        else { return false }
        return try copy(from: id, to: room.roomID, of: user, limits, in: db)
    }

    /// Copies the rules for one room to another one. If the user would have too many rules, none is copied.
    /// - Returns: true if a rule was copied.
    static func copy(from old: String, to new: String, of user: String, _ limits: UserLimits, in db: Database) throws
        -> Bool
    {
        let taken = Set(try PushRuleStore.own(new, of: user, in: db).map(\.kind))
        let rules = try PushRuleStore.own(old, of: user, in: db).compactMap { copy(of: $0, from: old, to: new) }
            .filter { !taken.contains($0.kind) }
        guard !rules.isEmpty else { return false }
        do {
            try db.inSavepoint {
                for rule in rules {
                    try PushRuleStore.set(rule, of: user, before: nil, after: nil, in: db)
                    if !rule.isEnabled {
                        try PushRuleStore.setEnabled(false, rule.kind, rule.id, of: user, in: db)
                    }
                }
                try PushRuleStore.check(user, PushRuleCost(of: user, in: db), limits, in: db)
                return .commit
            }
            return true
        } catch is MatrixError, is StatusedError {
            return false
        }
    }

    /// Returns the rule for the new room. `nil` if the rule has the old room's ID as its name and is not about the room.
    private static func copy(of rule: PushRule, from old: String, to new: String) -> PushRule? {
        switch rule.kind {
        case .room:
            return PushRule(.room, id: new, isEnabled: rule.isEnabled, actions: rule.actions.list)
        case .override, .underride:
            var isAboutRoom = false
            let conditions = rule.conditions.map(\.json).map { condition -> JSONValue in
                guard condition["kind"] == "event_match", condition["key"] == "room_id",
                    condition["pattern"]?.stringValue?.isIdentical(to: old) == true, var object = condition.objectValue
                else { return condition }
                isAboutRoom = true
                object["pattern"] = .string(new)
                return .object(object)
            }
            guard isAboutRoom else { return nil }
            return PushRule(
                rule.kind, id: new, isEnabled: rule.isEnabled, conditions: conditions, actions: rule.actions.list)
        case .content, .sender: return nil
        }
    }
}
