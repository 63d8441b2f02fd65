import GRDB
import HeraldJSON
import SDNWire

/// The summary of a joined room in a sync answer. It has the member counts and, if the room has no name, up to five other users, whose names
/// clients show as the room's name.
struct SyncSummary {
    /// The other users that the summary names.
    let heroes: [String]
    let json: [UInt8]

    /// Reads the summary. It is empty if the client knows it already.
    init(of room: SyncRoom, _ plan: SyncPlan, in snapshot: SyncSnapshot) throws {
        guard try room.isFirst || plan.fullState || Self.membersChanged(room, snapshot) else {
            (heroes, json) = ([], Array("{}".utf8))
            return
        }
        let db = snapshot.db, rowID = room.room.rowID
        let counts = try RoomRows.counts(rowID, in: db)
        var object: JSONObject = [
            "m.joined_member_count": .int(counts.joined), "m.invited_member_count": .int(counts.invited),
        ]
        var names: [String] = []
        if try plan.isSDN || !Self.hasName(rowID, db) {
            names = try SyncRows.heroes(of: rowID, [.join, .invite], besides: plan.caller.userID, in: db)
            if names.isEmpty {
                names = try SyncRows.heroes(of: rowID, [.leave, .ban], besides: plan.caller.userID, in: db)
            }
            object["m.heroes"] = .array(names.map(JSONValue.string))
        }
        heroes = names
        json = JSONValue.object(object).serialized()
    }

    private static func membersChanged(_ room: SyncRoom, _ snapshot: SyncSnapshot) throws -> Bool {
        try room.hasStateEvents(in: snapshot)
            && SyncRows.hasMemberEvent(in: room.room.rowID, after: room.lower, upTo: room.upper, in: snapshot.db)
    }

    private static func hasName(_ room: RoomRowID, _ db: Database) throws -> Bool {
        for (type, member) in [(EventType.name, "name"), (EventType.canonicalAlias, "alias")] {
            let text = try StateStore.event(type, room: room, in: db)?.contentObject[member]?.stringValue
            if text?.isEmpty == false { return true }
        }
        return false
    }
}
