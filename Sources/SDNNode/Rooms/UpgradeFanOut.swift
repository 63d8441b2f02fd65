import GRDB
import HeraldJSON
import SDNWire

/// Copies the parts of a room that can be large into the new room: the children of a space, and the bans. Then it replaces the old room.
struct UpgradeFanOut: FanOut {
    static let kind = FanOutKind.upgrade
    static let tombstoneType = "m.room.tombstone"
    private static let childLimit = 1_000
    /// The most events that the last step makes.
    private static let lastEvents = 5

    private enum Stage: String, Codable {
        case children, bans, end
    }

    let newID: String
    private let oldID: String
    private let old: RoomRowID
    private let new: RoomRowID
    private let user: String
    private let tombstone: RoomLog.Reserved
    /// The levels of the new room after its completion, as text.
    private let levels: String?
    private var stage: Stage
    /// The last child or banned user that was processed.
    private var place = ""
    private var childrenLeft = UpgradeFanOut.childLimit

    init(
        _ old: RoomRecord, to new: RoomRecord, by user: String, tombstone: RoomLog.Reserved, levels: JSONObject?,
        isSpace: Bool
    ) {
        newID = new.roomID
        oldID = old.roomID
        self.old = old.rowID
        self.new = new.rowID
        self.user = user
        self.tombstone = tombstone
        self.levels = levels.map(PlannedEvent.text)
        stage = isSpace ? .children : .bans
    }

    var subject: String { oldID }

    static func tombstone(leadingTo newID: String, by user: String) -> EventDraft {
        EventDraft(
            type: tombstoneType, stateKey: "", sender: user,
            content: ["body": "This room has been replaced", "replacement_room": .string(newID)])
    }

    mutating func advance(_ turn: inout FanOutTurn) throws -> Bool {
        if stage == .children, try copyChildren(&turn) { (stage, place) = (.bans, "") }
        if stage == .bans, try copyBans(&turn) { (stage, place) = (.end, "") }
        guard stage == .end, turn.left >= Self.lastEvents else { return false }
        try replace(&turn)
        return true
    }

    private mutating func copyChildren(_ turn: inout FanOutTurn) throws -> Bool {
        guard let room = try RoomRecord.find(rowID: new, in: turn.db) else { return true }
        let limit = max(0, min(turn.left, childrenLeft))
        let children = try StateStore.children(of: old, after: place, limit: limit, in: turn.db)
        var log = turn.log(of: room)
        for child in children {
            place = child
            childrenLeft -= 1
            let content = try StateStore.event("m.space.child", child, room: old, in: turn.db)?.contentObject ?? [:]
            // A child event without content means that the child was removed from the space, so it is not copied.
            if content.isEmpty { continue }
            try turn.offer(EventDraft(type: "m.space.child", stateKey: child, sender: user, content: content), to: &log)
        }
        try turn.finish(log)
        return children.count < limit || childrenLeft == 0
    }

    private mutating func copyBans(_ turn: inout FanOutTurn) throws -> Bool {
        guard let room = try RoomRecord.find(rowID: new, in: turn.db) else { return true }
        let limit = max(0, turn.left)
        let banned = try MembershipRows.banned(in: old, after: place, limit: limit, in: turn.db)
        var log = turn.log(of: room)
        for other in banned {
            place = other
            var content = try StateStore.event(EventType.member, other, room: old, in: turn.db)?.contentObject ?? [:]
            content["membership"] = nil
            if try turn.offer(.member(other, .ban, by: user, content), to: &log) == nil {
                // If the ban with its reason was refused, perhaps because it is too large, the ban is copied without the reason.
                try turn.offer(.member(other, .ban, by: user), to: &log)
            }
        }
        try turn.finish(log)
        return banned.count < limit
    }

    /// Completes the new room. Replaces the old room, if the user is still allowed to.
    private func replace(_ turn: inout FanOutTurn) throws {
        let db = turn.db, draft = Self.tombstone(leadingTo: newID, by: user)
        guard let newRoom = try RoomRecord.find(rowID: new, in: db),
            let oldRoom = try RoomRecord.find(rowID: old, in: db)
        else { return }
        var newLog = turn.log(of: newRoom), oldLog = turn.log(of: oldRoom)
        let isAllowed = try Self.allows(draft, oldLog)
        let named = try StateStore.event(EventType.canonicalAlias, room: old, in: db)?.contentObject
        if isAllowed {
            try RoomAliasStore.move(from: old, to: new, in: db)
            if let content = try aliases(in: named ?? [:], db) {
                try turn.offer(state(EventType.canonicalAlias, content), to: &newLog)
            }
        }
        if let levels { try turn.offer(state(EventType.powerLevels, PlannedEvent.content(of: levels)), to: &newLog) }
        try turn.finish(newLog)
        try RoomRows.complete(new, in: db)
        guard isAllowed else { return }
        try RoomRows.list(new, as: old, in: db)
        try RoomRows.setListed(false, old, in: db)
        try turn.append(draft, as: tombstone, to: &oldLog)
        // A user who may set a tombstone may lack the power for the other events. The tombstone is set even if the other events are refused.
        if var named {
            for member in ["alias", "alt_aliases"] { named[member] = nil }
            try turn.offer(state(EventType.canonicalAlias, named), to: &oldLog)
        }
        if try UpgradedRules.copy(from: oldID, to: newID, of: user, turn.userLimits, in: db) {
            turn.forgetRules(of: user)
        }
        if let quiet = try silence(db) { try turn.offer(state(EventType.powerLevels, quiet), to: &oldLog) }
        try turn.finish(oldLog)
        // All other members transfer their settings when they join the new room.
        try RoomTransfer(of: user, from: oldRoom, to: newRoom, limits: turn.userLimits).run(in: db)
    }

    private static func allows(_ draft: EventDraft, _ log: RoomLog) throws -> Bool {
        do {
            try log.authorize(draft)
            return true
        } catch is MatrixError {
            return false
        }
    }

    /// Returns the content of the new room's canonical alias event: the old room's canonical aliases that now lead to the new room. Deleted
    /// aliases, and aliases that lead elsewhere, are left out.
    private func aliases(in named: JSONObject, _ db: Database) throws -> JSONObject? {
        func leads(_ value: JSONValue) throws -> Bool {
            guard let text = value.stringValue, let alias = try? RoomAlias(text) else { return false }
            return try RoomAliasStore.room(alias.text, in: db) == new
        }
        var content = JSONObject()
        if let alias = named["alias"], try leads(alias) { content["alias"] = alias }
        let others = try (named["alt_aliases"]?.arrayValue ?? []).filter(leads)
        if !others.isEmpty { content["alt_aliases"] = .array(others) }
        return content.isEmpty ? nil : content
    }

    /// Returns new power levels for the old room. With them, sending and inviting need more than the default level, and at least 50.
    private func silence(_ db: Database) throws -> JSONObject? {
        guard var levels = try StateStore.event(EventType.powerLevels, room: old, in: db)?.contentObject else {
            return nil
        }
        let quiet = max(UpgradeLevels.above(levels["users_default"]?.intValue ?? 0), 50)
        for member in ["events_default", "invite"] where (levels[member]?.intValue ?? 0) < quiet {
            levels[member] = .int(quiet)
        }
        return levels
    }

    private func state(_ type: String, _ content: JSONObject) -> EventDraft {
        EventDraft(type: type, stateKey: "", sender: user, content: content)
    }
}
