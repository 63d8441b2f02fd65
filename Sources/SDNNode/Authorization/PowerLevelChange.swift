import HeraldJSON
import SDNWire

/// Checks that a change of `m.room.power_levels` stays within the power level of its sender (SDN sheet 7.6).
struct PowerLevelChange {
    let current: PowerLevels
    let proposed: JSONObject
    let sender: String

    /// The members of `m.room.power_levels` that are levels, and those that are lists of levels.
    static let levels = ["users_default", "events_default", "state_default", "ban", "redact", "kick", "invite"]
    static let lists = ["events", "notifications", "users"]

    /// Returns the reason why the change is refused; `nil` if it is allowed.
    func refusal() -> String? {
        if let malformed = malformed() { return malformed }
        if let creator = Self.creator(among: proposed, current) {
            return "users.\(creator): a creator of the room has no level"
        }
        guard let old = current.content else { return nil }
        let own = current.level(of: sender)
        for key in Self.levels {
            if let refusal = refuse(key, old[key], proposed[key], own: own) { return refusal }
        }
        for list in current.version.guardsNotificationLevels ? ["events", "notifications"] : ["events"] {
            for key in keys(old[list], proposed[list]) {
                if let refusal = refuse("\(list).\(key)", old[list]?[key], proposed[list]?[key], own: own) {
                    return refusal
                }
            }
        }
        for user in keys(old["users"], proposed["users"]) {
            let before = current.number(old["users"]?[user])
            let after = current.number(proposed["users"]?[user])
            guard before != after else { continue }
            if let before, !user.isIdentical(to: sender), before >= own {
                return "users.\(user): the level of a user who stands at or above the sender cannot be changed"
            }
            if let after, after > own { return "users.\(user): a level above the sender's own cannot be given" }
        }
        return nil
    }

    /// Returns a creator of the room for whom new power levels have an entry, although creators are above all levels.
    static func creator(among proposed: JSONObject, _ current: PowerLevels) -> String? {
        guard current.version.putsCreatorsAboveLevels else { return nil }
        return proposed["users"]?.objectValue?.keys.first(where: current.isAboveLevels)
    }

    private func refuse(_ name: String, _ old: JSONValue?, _ new: JSONValue?, own: Int64) -> String? {
        let before = current.number(old), after = current.number(new)
        guard before != after else { return nil }
        if let before, before > own { return "\(name): a level above the sender's own cannot be changed" }
        if let after, after > own { return "\(name): a level cannot be set above the sender's own" }
        return nil
    }

    private func malformed() -> String? {
        for key in Self.levels where proposed[key] != nil && current.number(proposed[key]) == nil {
            return "\(key): expected an integer"
        }
        for list in Self.lists {
            guard let value = proposed[list] else { continue }
            guard let object = value.objectValue else { return "\(list): expected an object" }
            for (key, value) in object {
                if current.number(value) == nil { return "\(list).\(key): expected an integer" }
                if list == "users" && (try? UserID(key)) == nil { return "users.\(key): expected a user id" }
            }
        }
        return nil
    }

    private func keys(_ left: JSONValue?, _ right: JSONValue?) -> [String] {
        // A key that both objects have occurs twice in the result. Comparing its levels twice does no harm.
        (left?.objectValue?.keys ?? []) + (right?.objectValue?.keys ?? [])
    }
}
