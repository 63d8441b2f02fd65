import HeraldJSON
import SDNWire

/// The power levels of the new room in an upgrade. The user who upgrades may lack the power for some of the copied events, so this user has enough
/// power for all of them until everything is copied. After that, the old room's levels apply.
struct UpgradeLevels {
    /// The largest number in canonical JSON.
    private static let highest: Int64 = (1 << 53) - 1

    /// The content of the old room's levels, which apply at the end.
    let lasting: JSONObject
    /// The content that the new room begins with.
    let raised: JSONObject

    /// - Parameters:
    ///   - old: the old room's levels. The result is `nil` if they have no content.
    ///   - isBanned: true if a user is banned from the old room. Banning that user from the new room needs a higher level.
    init?(_ old: PowerLevels, for user: String, isBanned: (String) throws -> Bool) rethrows {
        guard let content = old.content else { return nil }
        let users = content["users"]?.objectValue ?? [:], events = content["events"]?.objectValue ?? [:]
        var needed = max(old.number(content["state_default"]) ?? 50, old.needed(for: .ban))
        for (_, value) in events { needed = max(needed, old.number(value) ?? 0) }
        needed = max(needed, Self.above(old.number(content["users_default"]) ?? 0))
        for (other, value) in users {
            guard !other.isIdentical(to: user), try isBanned(other) else { continue }
            needed = max(needed, Self.above(old.number(value) ?? 0))
        }
        self.lasting = content
        guard old.level(of: user) < needed else {
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
}
