import HeraldJSON
import SDNWire

/// The power levels of a room's successor: the old room's at last, and until everything is carried over with so much for the one who
/// upgrades that nothing of it is refused. Whoever may set the tombstone need not have been allowed to set all the rest.
struct UpgradeLevels {
    /// The largest number that canonical JSON has.
    private static let highest: Int64 = (1 << 53) - 1

    /// The old room's content.
    let lasting: JSONObject
    /// What the new room begins with.
    let raised: JSONObject

    /// - Parameters:
    ///   - old: the old room's levels; they have content.
    ///   - isBanned: whether a user is banned from the old room; only somebody above them bans them from the new one.
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

    /// The next level, as far as there is one.
    static func above(_ level: Int64) -> Int64 { level < highest ? level + 1 : highest }
}
