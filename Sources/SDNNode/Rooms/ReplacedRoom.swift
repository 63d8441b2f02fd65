import GRDB
import HeraldJSON
import SDNWire

/// A room that its members replace themselves: they create the new room, join it, and then write into the old room where the new one is.
struct ReplacedRoom {
    private let replacement: String

    /// - Returns: `nil` if the event is no tombstone that names a room.
    init?(_ request: SetStateRequest, _ content: JSONObject) {
        guard request.type == EventType.tombstone, request.stateKey.isEmpty,
            let room = content["replacement_room"]?.stringValue, !room.utf8.contains(0)
        else { return nil }
        replacement = room
    }

    /// Copies the push rules, tags and the entry in `m.direct` of the tombstone's sender, if the sender is joined to the replacement already. All others
    /// get theirs when they join it (Matrix: room upgrades).
    /// - Returns: true if a push rule was copied. The user's rules must then be removed from the cache, now and after the commit.
    func takeSettings(of user: String, _ services: NodeServices, in db: Database) throws -> Bool {
        guard let room = try RoomRecord.find(replacement, in: db),
            try StateStore.entry(EventType.member, user, room: room.rowID, in: db)?.value == Membership.join.rawValue
        else { return false }
        let limits = services.configuration.userLimits
        let copiesRules = try UpgradedRules.follow(into: room, of: user, limits, in: db)
        try RoomTransfer(of: user, joining: room, limits: limits, in: db)?.run(in: db)
        return copiesRules
    }
}
