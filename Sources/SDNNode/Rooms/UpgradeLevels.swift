import HeraldJSON
import SDNWire

/// The power levels of the new room in an upgrade. The user who upgrades may lack the power for some of the copied events, so this user has enough
/// power for all of them until everything is copied. After that, the old room's levels apply.
struct UpgradeLevels {
    /// The largest number in canonical JSON.
    private static let highest: Int64 = (1 << 53) - 1

    /// The content of the old room's levels in the form of the new room version, which applies at the end.
    let lasting: JSONObject
    /// The content that the new room begins with.
    let raised: JSONObject

    /// - Parameters:
    ///   - old: the old room's levels. The result is `nil` if they have no content.
    ///   - creators: the creators of the new room besides the user, from room version 12 on.
    ///   - isBanned: true if a user is banned from the old room. Banning that user from the new room needs a higher level.
    init?(
        _ old: PowerLevels, to version: RoomVersion, for user: String, with creators: AdditionalCreators = .none,
        isBanned: (String) throws -> Bool
    ) rethrows {
        guard var content = old.content else { return nil }
        if version.requiresIntegerPowerLevels, !old.version.requiresIntegerPowerLevels {
            content = Self.withIntegers(content, old)
        }
        if old.version.putsCreatorsAboveLevels, !version.putsCreatorsAboveLevels {
            content = Self.naming(creatorsOf: old, in: content)
        }
        let new = PowerLevels(content, creator: user, additionalCreators: creators, version: version)
        guard !version.putsCreatorsAboveLevels else {
            self.lasting = Self.withoutCreators(new)
            self.raised = lasting
            return
        }
        let users = content["users"]?.objectValue ?? [:], events = content["events"]?.objectValue ?? [:]
        var needed = max(new.number(content["state_default"]) ?? 50, new.needed(for: .ban))
        for (_, value) in events { needed = max(needed, new.number(value) ?? 0) }
        needed = max(needed, Self.above(new.number(content["users_default"]) ?? 0))
        for (other, value) in users {
            guard !other.isIdentical(to: user), try isBanned(other) else { continue }
            needed = max(needed, Self.above(new.number(value) ?? 0))
        }
        self.lasting = content
        guard new.level(of: user) < needed else {
            self.raised = content
            return
        }
        var raisedUsers = users, raised = content
        raisedUsers[user] = .int(needed)
        raised["users"] = .object(raisedUsers)
        self.raised = raised
    }

    /// Returns the next higher level, if there is one.
    static func above(_ level: Int64) -> Int64 { level < highest ? level + 1 : highest }

    /// Returns levels in which each level that is written as a string is an integer.
    private static func withIntegers(_ content: JSONObject, _ old: PowerLevels) -> JSONObject {
        var content = content
        for (key, value) in content {
            if PowerLevelChange.levels.contains(key) {
                content[key] = old.number(value).map(JSONValue.int)
            } else if PowerLevelChange.lists.contains(key), let object = value.objectValue {
                content[key] = .object(object.compactMapValues { old.number($0).map(JSONValue.int) })
            }
        }
        return content
    }

    /// Returns levels in which the creators of a room of version 12 have entries, as users of the highest level.
    private static func naming(creatorsOf old: PowerLevels, in content: JSONObject) -> JSONObject {
        var highest: Int64 = 100
        for (key, value) in content {
            if PowerLevelChange.levels.contains(key) { highest = max(highest, old.number(value) ?? 0) }
            guard PowerLevelChange.lists.contains(key), let object = value.objectValue else { continue }
            for (_, level) in object { highest = max(highest, old.number(level) ?? 0) }
        }
        var content = content, users = content["users"]?.objectValue ?? [:]
        for creator in [old.creator].compactMap(\.self) + old.additionalCreators.userIDs {
            users[creator] = .int(highest)
        }
        content["users"] = .object(users)
        return content
    }

    /// Returns levels for a room of version 12: without its creators, and with a level for upgrades that is above that for other settings.
    private static func withoutCreators(_ new: PowerLevels) -> JSONObject {
        var content = new.content ?? [:], users = JSONObject()
        for (user, level) in content["users"]?.objectValue ?? [:] where !new.isAboveLevels(user) { users[user] = level }
        content["users"] = .object(users)
        var events = content["events"]?.objectValue ?? [:]
        let ordinary = new.number(content["state_default"]) ?? 50
        if (new.number(events[EventType.tombstone]) ?? ordinary) <= ordinary {
            events[EventType.tombstone] = .int(max(150, above(ordinary)))
            content["events"] = .object(events)
        }
        return content
    }
}
